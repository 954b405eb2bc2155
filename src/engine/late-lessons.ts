/** What a worker loads before it opens a scenario that has a lesson controller. */
export { LESSONS } from '../components/controllers/lessons/lessons.ts';
