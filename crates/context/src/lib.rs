//! From a hole to what a model reads about it, within a token budget.
//!
//! [`infill_prompt`] gives the text before and the text after a hole, cut to a budget. It knows no
//! model: tokens are counted by a function it is given, and the infilling tokens around the texts
//! are put there by whoever owns the model.
//!
//! # How a file is cut
//! The file is divided into pieces in the order of the text (`pieces`), each with a rank; the
//! pieces are then taken by rank, nearest to the hole first, while they fit (`choose`):
//! 1. headers: of the enclosing method and of the classes around it, with their closing braces, as
//!    far as a quarter of the budget goes;
//! 2. the enclosing method, line by line outward, so that one above the budget is cut at line ends;
//!    then what is missing of the headers;
//! 3. the package, and the imports whose names occur in the method;
//! 4. signatures of the members: fields, then methods and nested types;
//! 5. the other imports;
//! 6. what is left: members as a whole with their comments, and all other lines, outward.
//!
//! Outward means one line on each side, then three before the hole for each one after it: of equal
//! pieces about three quarters come before the hole, and what one side does not use goes to the
//! other.
//!
//! A member that is shown by its signature has ` { ... }` for a body. An empty body would tell the
//! model that the method does nothing, and a bare `;` that it is abstract; the ellipsis is how
//! people leave code out, is never taken for code, and costs three tokens.
//!
//! Evidence from elsewhere will go before the prefix as comments: whoever adds it takes its tokens
//! off the budget first.

mod choose;
mod infill;
mod layout;
mod pieces;

pub use infill::{DEFAULT_BUDGET_TOKENS, InfillContext, LeftOut, infill_prompt};
