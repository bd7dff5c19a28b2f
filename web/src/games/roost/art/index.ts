// The art of Roost's cards: a file of its own, fetched while names can be read already.

export { birdDrawing } from "./bird";
export { sceneDrawing, stripDrawing } from "./scenes";
