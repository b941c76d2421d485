/** Each test file begins in Portuguese, because the files share their modules and with them the language. */
import { speak } from '.';

await speak('pt');
