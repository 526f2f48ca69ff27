//! A matrix of measurements: bugs × models × strategies × variants × seeds.
//!
//! Each cell is one repair of one bug. It lies in a folder of its own and ends with a file
//! `cell.json`, which is written last and in one step; a folder without it is a cell that was not
//! finished, and is begun anew. So a run that was killed at any time goes on to the same table.
//! What all cells have in common stands in `matrix.json`, and cells with other settings are
//! refused.

mod bugs;
mod cell;
mod difference;
mod folder;
mod key;
mod known;
mod measure;
mod plan;
mod run;
mod run_lines;
mod settings;
#[cfg(test)]
pub(crate) use settings::tests as settings_for_tests;

pub use bugs::{ChosenBugs, choose_bugs};
pub use cell::{
    CELL_FILE, CellRecord, CellResult, CellSettings, CellTimes, Measurement, read_cells,
};
pub use folder::{MATRIX_FILE, check_matrix, open_matrix, read_matrix};
pub use key::CellKey;
pub(crate) use key::folder_name;
pub use plan::{
    Estimate, GUESSED_SECONDS_A_CELL, GUESSED_SECONDS_A_SAMPLE, Plan, Selection, Shard, plan,
};
pub use run::{MatrixEvent, MatrixJob, ModelInUse, RunEnd, run_matrix};
pub use settings::{LeftOut, Matrix, MatrixBug, ModelIdentity, ProgramIdentity, VariantRecord};
