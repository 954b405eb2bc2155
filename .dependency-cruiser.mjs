// Rooms and who may import whom: the table of ARCHITECTURE.md, as rules. What is not written here is forbidden.

/** A component seen from outside: only the file that bears its folder's name. */
const FACE = '^src/components/([^/]+)/\\1\\.ts$';
/** The half of the concurrency benchmark that a page may load: it spawns the workers. */
const BENCH_PAGE = '^src/bench/concurrency/page\\.ts$';
/** Further faces, loaded late: through the first one they would be in every worker's first load. */
const LATE_FACE =
  '^src/components/(scheduler/(configuration-check/configuration-check|topology-report)|controllers/(lessons/lessons|workload-rules)|apiserver/looking|informer/informer-view)\\.ts$';
const face = (name) => `^src/components/${name}/${name}\\.ts$`;
const room = (name) => `^src/${name}/`;

/** @type {{name: string, path: string, may: string[], types?: string[], packages?: string[]}[]} */
const ROOMS = [
  { name: 'kernel', path: room('kernel'), may: [] },
  { name: 'model', path: room('model'), may: [room('kernel')] },
  { name: 'golang', path: room('golang'), may: [room('kernel')], packages: ['@lezer/go', '@lezer/common'] },
  { name: 'labs', path: room('labs'), may: [], types: [room('golang')] },
  {
    name: 'scenario',
    path: room('scenario'),
    may: [room('kernel'), room('model')],
    types: [room('protocol')],
    packages: ['js-yaml', 'valibot', 'fflate'],
  },
  { name: 'protocol', path: room('protocol'), may: [], types: [room('kernel'), room('model'), room('scenario')] },
  {
    name: 'engine',
    path: room('engine'),
    may: [room('kernel'), room('model'), FACE, LATE_FACE, room('scenario'), room('protocol')],
  },
  {
    name: 'conformance',
    path: room('conformance'),
    may: [room('kernel'), room('model'), FACE, LATE_FACE, room('engine'), room('scenario'), room('golang')],
    packages: ['fflate'],
  },
  {
    name: 'bench',
    path: room('bench'),
    may: [room('kernel'), room('engine'), room('scenario'), FACE, '^src/model/latencies\\.ts$'],
    types: [room('model'), room('protocol')],
    packages: ['simple-statistics', 'tsx'],
  },
  {
    name: 'host',
    path: room('host'),
    may: [
      room('engine'),
      room('protocol'),
      '^src/scenario/yaml(-reader)?\\.ts$',
      room('golang'),
      room('kernel'),
      room('labs'),
    ],
    packages: ['comlink'],
  },
  { name: 'client', path: room('client'), may: [room('protocol'), room('derive')], packages: ['comlink'] },
  {
    name: 'store',
    path: room('store'),
    may: [room('protocol'), room('scenario'), room('derive'), room('labs')],
    types: [room('model')],
    packages: ['zustand'],
  },
  {
    name: 'derive',
    path: room('derive'),
    may: [room('protocol'), '^src/model/versions\\.ts$'],
    types: [room('kernel'), room('model')],
    packages: ['d3-array', 'd3-quadtree'],
  },
  {
    name: 'views',
    path: room('views'),
    may: [room('store'), room('derive'), room('scenario'), room('labs'), BENCH_PAGE],
    types: [room('protocol')],
    packages: [
      '@codemirror/[a-z-]+',
      '@lezer/highlight',
      'd3-scale',
      'd3-shape',
      'react',
      'react-dom',
      'react/jsx-runtime',
      'd3-array',
      'd3-quadtree',
      'radix-ui',
      '@tanstack/react-virtual',
      'tinykeys',
      'zustand',
      'react-error-boundary',
    ],
  },
  {
    name: 'app',
    path: '^src/(app/|main\\.tsx$)',
    may: [
      room('app'),
      room('client'),
      room('store'),
      room('derive'),
      room('views'),
      room('scenario'),
      room('protocol'),
    ],
    types: [room('model')],
    packages: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'radix-ui',
      'tinykeys',
      'zustand',
      'react-error-boundary',
    ],
  },
  {
    name: 'cli',
    path: room('cli'),
    may: [
      room('engine'),
      room('scenario'),
      room('protocol'),
      room('derive'),
      room('bench'),
      room('conformance'),
      room('model'),
      '^scripts/serve\\.mjs$',
    ],
    types: [room('kernel')],
    packages: ['commander'],
  },
];

const outside = ({ packages = [] }) =>
  packages.length > 0 ? [`node_modules/(?:@types/)?(?:${packages.join('|')})/`] : [];
const NODE_ROOMS = '^src/(cli|conformance|bench)/';

const roomRules = ROOMS.flatMap(({ name, path, may, types = [], packages }) => [
  {
    name: `${name}: rooms`,
    comment: 'ARCHITECTURE.md has the table of rooms; go through a face, or change table and rule together.',
    severity: 'error',
    from: { path },
    to: { path: '^(src|scripts|tests)/', pathNot: [path, ...may, ...types] },
  },
  {
    name: `${name}: types only`,
    comment: 'This room may be named in types, not run.',
    severity: 'error',
    from: { path },
    to: { path: types.length > 0 ? types : ['^$'], pathNot: [path, ...may], dependencyTypesNot: ['type-only'] },
  },
  {
    name: `${name}: packages`,
    comment: 'Outside packages stand in the rooms that the table names.',
    severity: 'error',
    from: { path },
    to: { path: 'node_modules', pathNot: outside({ packages }) },
  },
]);

const COMPONENT = '^src/components/([^/]+)/';

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'components: rooms',
      comment: 'A component knows kernel, model and three faces: the rest reaches it through its dependencies.',
      severity: 'error',
      from: { path: COMPONENT },
      to: {
        path: '^(src|scripts|tests)/',
        pathNot: [
          '^src/components/$1/',
          room('kernel'),
          room('model'),
          face('informer'),
          face('workqueue'),
          face('apiserver'),
        ],
      },
    },
    { name: 'components: packages', severity: 'error', from: { path: COMPONENT }, to: { path: 'node_modules' } },
    {
      name: 'golang: only the parser knows the grammar',
      severity: 'error',
      from: { path: room('golang'), pathNot: '^src/golang/parse' },
      to: { path: 'node_modules' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'node only on the command line',
      severity: 'error',
      from: { path: '^src/', pathNot: NODE_ROOMS },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'nothing unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'development packages stay out',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
