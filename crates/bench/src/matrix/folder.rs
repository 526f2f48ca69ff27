//! The folder of a matrix: it takes one, and says which.

use std::fs::{self, File};
use std::path::Path;

use super::difference::differences;
use super::settings::{FORMAT_VERSION, Matrix};
use crate::durable::{read_json, write_json};
use crate::error::BenchError;

/// The name of the file with the settings.
pub const MATRIX_FILE: &str = "matrix.json";

/// Makes `out` the folder of this matrix, or goes on in it when it is that already.
///
/// # Errors
/// As [`check_matrix`], and when the folder cannot be written.
pub fn open_matrix(matrix: &Matrix, out: &Path) -> Result<(), BenchError> {
    matrix.check()?;
    fs::create_dir_all(out).map_err(BenchError::file("create", out))?;
    // Two shards may begin at the same time.
    let lock = out.join("matrix.lock");
    let held = File::create(&lock).map_err(BenchError::file("write", &lock))?;
    held.lock().map_err(BenchError::file("lock", &lock))?;
    if is_matrix_of(matrix, out)? { Ok(()) } else { write_json(&out.join(MATRIX_FILE), matrix) }
}

/// Whether `out` could be the folder of this matrix. Nothing is written.
///
/// # Errors
/// When the matrix is no matrix, or the folder holds one with other settings; then the error names
/// what differs.
pub fn check_matrix(matrix: &Matrix, out: &Path) -> Result<(), BenchError> {
    matrix.check()?;
    is_matrix_of(matrix, out).map(drop)
}

/// Whether `out` is the folder of this matrix already; an error when it is that of another.
fn is_matrix_of(matrix: &Matrix, out: &Path) -> Result<bool, BenchError> {
    let path = out.join(MATRIX_FILE);
    let Some(before) = read_json::<Matrix>(&path, FORMAT_VERSION)? else { return Ok(false) };
    let json = |matrix: &Matrix| {
        serde_json::to_value(matrix)
            .map_err(|source| BenchError::Json { path: path.clone(), source })
    };
    let differences = differences(&json(&before)?, &json(matrix)?);
    if differences.is_empty() {
        return Ok(true);
    }
    Err(BenchError::OtherMatrix { path: out.to_owned(), differences })
}

/// The matrix whose folder `out` is.
///
/// # Errors
/// When there is none, or its file cannot be read.
pub fn read_matrix(out: &Path) -> Result<Matrix, BenchError> {
    let matrix = read_json(&out.join(MATRIX_FILE), FORMAT_VERSION)?;
    matrix.ok_or_else(|| BenchError::NoMatrix { path: out.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::settings::{ModelIdentity, tests::matrix};
    use super::{Matrix, open_matrix, read_matrix};

    #[test]
    fn a_folder_takes_one_matrix_only_and_says_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        assert!(read_matrix(folder.path()).unwrap_err().to_string().contains("no measurements"));
        let first = matrix(&["a"], &["off"], &[1]);
        open_matrix(&first, &out).unwrap();
        open_matrix(&first, &out).unwrap();
        assert_eq!(read_matrix(&out).unwrap(), first);
        let mut other = matrix(&["a"], &["off"], &[1]);
        other.variants[0].decode.samples = 20;
        other.cell_time_seconds = Some(60);
        let message = open_matrix(&other, &out).unwrap_err().to_string();
        for expected in [
            "`variants[off].decode.samples` was 10 and is 20",
            "`cell_time_seconds` was null and is 60",
            "name another folder",
        ] {
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn what_is_no_matrix_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |matrix: &Matrix| open_matrix(matrix, folder.path()).unwrap_err().to_string();
        let twice = matrix(&["a"], &["off", "off"], &[1]);
        assert!(refused(&twice).contains("the variant `off` is named twice"));
        assert!(refused(&matrix(&["a"], &["off"], &[3, 3])).contains("the seed `3`"));
        assert!(refused(&matrix(&[], &["off"], &[3])).contains("there is no bug to try"));
        let mut same_folder = matrix(&["a"], &["off"], &[1]);
        for name in ["/one/m.gguf", "/two/m.gguf"] {
            same_folder.models.push(ModelIdentity { name: name.to_owned(), sha256: None });
        }
        assert!(refused(&same_folder).contains("would have the same folders"));
    }
}
