//! The vocabulary of a scripted model: what makes real vocabularies awkward, in a few tokens.

use crate::{InfillTokens, TokenId, Vocabulary};

/// Tokens of several bytes. There are some that cross the borders of Java's own tokens, some that
/// begin in one line and end in the next, names with and without the space before them, and some
/// that hold only a part of a character.
pub(super) const JAVA: &[&[u8]] = &[
    b"  ",
    b"    ",
    b"        ",
    b"            ",
    b"\n\n",
    b"\n    ",
    b"\n        ",
    b";\n",
    b");\n",
    b"();\n",
    b"())",
    b"());\n",
    b"()",
    b"(\"",
    b"\")",
    b"\");\n",
    b".get",
    b".set",
    b".add",
    b" =",
    b" ==",
    b" !=",
    b" <",
    b" >",
    b" <=",
    b" >=",
    b" +",
    b" -",
    b" *",
    b" /",
    b" &&",
    b" ||",
    b" {",
    b" {\n",
    b"}\n",
    b"} else",
    b"//",
    b"/*",
    b"*/",
    b"[]",
    b"[i",
    b"++",
    b"--",
    b"return",
    b" return",
    b"if",
    b"if (",
    b"else",
    b"for (",
    b"while (",
    b"int",
    b" int",
    b"new",
    b" new",
    b"null",
    b" null",
    b"this",
    b"this.",
    b"throw",
    b"throw new ",
    b"String",
    b" String",
    b"void",
    b"boolean",
    b"true",
    b"false",
    b" true",
    b" false",
    b"Exception",
    b"get",
    b"set",
    b"size",
    b".size",
    b"name",
    b"value",
    b"index",
    b"count",
    b" count",
    b"order",
    b"total",
    b"item",
    b"list",
    b"\"\xC3",
    b"\xA9\"",
    b"\xE2\x82",
    b"\xF0\x9F",
];

/// The single bytes, the Java pieces, the given ones, and after them the special tokens.
pub(super) fn vocabulary(more: &[Vec<u8>]) -> (Vocabulary, InfillTokens, TokenId) {
    let single = (0..=u8::MAX).map(|byte| Box::from([byte]));
    let java = JAVA.iter().map(|piece| Box::from(*piece));
    let mut bytes: Vec<Box<[u8]>> = single.chain(java).collect();
    for piece in more {
        if !piece.is_empty() && !bytes.iter().any(|known| **known == **piece) {
            bytes.push(Box::from(piece.as_slice()));
        }
    }
    let texts = bytes.len();
    let [end, prefix, suffix, middle] = [0, 1, 2, 3].map(|offset| TokenId((texts + offset) as u32));
    bytes.resize(texts + 4, Box::from([]));
    let ends = (0..bytes.len()).map(|token| token >= texts).collect();
    let infill = InfillTokens { prefix, suffix, middle };
    (Vocabulary { bytes, ends, infill: Some(infill) }, infill, end)
}
