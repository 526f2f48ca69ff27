//! Python packages that carry a file in parts, as small as pip accepts them.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Cuts the content in two and writes the packages of the first `count` halves.
pub(super) fn write_wheels(folder: &Path, content: &[u8], count: usize) {
    let (first, second) = content.split_at(content.len() / 2);
    for (index, part) in [first, second].into_iter().enumerate().take(count) {
        let name = format!("tiny_part{}", index + 1);
        let file = File::create(folder.join(format!("{name}-1.2.0-py3-none-any.whl"))).unwrap();
        let mut wheel = ZipWriter::new(file);
        let information = format!("{name}-1.2.0.dist-info");
        let metadata = format!("Metadata-Version: 2.1\nName: {name}\nVersion: 1.2.0\n");
        let wheel_text =
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
        let files: [(String, &[u8]); 5] = [
            (format!("{name}/__init__.py"), b""),
            (format!("{name}/data/part0{}.bin", index + 1), part),
            (format!("{information}/METADATA"), metadata.as_bytes()),
            (format!("{information}/WHEEL"), wheel_text.as_bytes()),
            (format!("{information}/RECORD"), b""),
        ];
        for (path, bytes) in files {
            wheel.start_file(path, SimpleFileOptions::default()).unwrap();
            wheel.write_all(bytes).unwrap();
        }
        wheel.finish().unwrap();
    }
}
