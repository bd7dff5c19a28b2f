use std::{fs::File, io, io::Write, path::Path, time::Instant};

const SYNCS: usize = 21;

/// The time this disk takes to make a small write durable, in milliseconds (median): no durable log is faster.
pub(super) fn time_a_sync(folder: &Path) -> io::Result<f64> {
    let path = folder.join("sync");
    let mut file = File::create(&path)?;
    let mut times = [0.0; SYNCS];
    for time in &mut times {
        file.write_all(&[0; 4096])?;
        let began = Instant::now();
        file.sync_data()?;
        *time = began.elapsed().as_secs_f64() * 1000.0;
    }
    std::fs::remove_file(path)?;
    times.sort_by(f64::total_cmp);
    Ok(times[SYNCS / 2])
}
