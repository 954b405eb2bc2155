/** The two languages of the page. Kubernetes terms keep their spelling in both. */
export type Lang = 'en' | 'ja';
