/** Time zones; a worker loads them when a text first names one (`needs-zones`). */
export { ZONES } from '../model/zone-table.ts';
