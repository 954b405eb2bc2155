/** Which existing word was meant. */
export { isSlip, nearest, type Near } from '../../model/nearest.ts';
