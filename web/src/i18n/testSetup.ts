/** Each file of tests begins in Portuguese, whatever the one before it spoke: they share their modules. */
import { speak } from '.';

await speak('pt');
