/** The texts of the prepared scenarios, but for the first one: one chunk, loaded when one of them is opened. */
export const TEXTS = import.meta.glob<string>(['../scenario/gallery/*.yaml', '!../scenario/gallery/web.yaml'], {
  query: '?json',
  import: 'default',
  eager: true,
});
