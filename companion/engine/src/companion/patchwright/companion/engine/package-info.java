/**
 * The completion engine: javac itself, asked about texts that are not finished.
 *
 * <p>A front end of our own would have to know overload resolution, inference and definite
 * assignment as well as javac does before it could be strict. So javac attributes the method around
 * the hole, and the engine keeps the environments that it passes through:
 *
 * <ol>
 *   <li>{@link Workspace} holds the open files and holes; {@link OpenFile} is one javac context.
 *   <li>{@link OpenHole} finds the place between statements that is nearest before the caret
 *       ({@link State}, {@link StateTrie}), and {@link StatementStepper} walks on from it, so that
 *       a question attributes one unfinished statement and never the rest of the file.
 *   <li>{@link NamesQuestion} puts a marker where an identifier starts, and reads off what javac
 *       knows there; {@link CheckQuestion} looks at what javac reports about a finished part.
 *   <li>{@link ErrorFilter} keeps the errors that no continuation can repair. Whatever is not sure
 *       is unknown: an answer never rejects a text that some continuation makes right.
 *   <li>{@link MethodEndCheck} refuses most whole texts cheaply, and {@link Judge} decides the
 *       others by a full compile of the file.
 * </ol>
 *
 * <p>Feasible is meant for texts that do not close the method around the hole: otherwise a later
 * method could declare any name.
 */
package patchwright.companion.engine;
