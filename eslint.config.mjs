// Strict typed lint. A ban names the way out.
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The engine side: what a deterministic, synchronous engine must not touch. */
const ENGINE = ['kernel', 'model', 'components', 'scenario', 'protocol', 'engine'].map((room) => `src/${room}/**/*.ts`);

const ban = (selector, message) => ({ selector, message });
const member = (object, property) => `MemberExpression[object.name='${object}'][property.name='${property}']`;

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test-results/', 'public/', '**/*.mjs', 'tests/cases/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { project: ['./tsconfig.lint.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      // Taking a field off an object is done by naming it.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A type that nobody looks at is checked nowhere; these two are about taste in files that are read, not typed.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Reads of typed arrays are "as number": a "!" would be banned, a branch would cost.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
    },
  },
  {
    files: ENGINE,
    rules: {
      'no-restricted-globals': [
        'error',
        ...[
          'Date',
          'setTimeout',
          'setInterval',
          'queueMicrotask',
          'performance',
          'Promise',
          'Intl',
          'console',
          'fetch',
        ].map((name) => ({
          name,
          message: 'The engine is synchronous and knows virtual time only: World.now, World.after, World.choose.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        ban(member('Math', 'random'), 'Chance goes through World.choose.'),
        ...['log', 'log2', 'log10', 'log1p', 'exp', 'expm1', 'pow', 'sin', 'cos', 'tan', 'atan2', 'cbrt', 'hypot'].map(
          (f) =>
            ban(member('Math', f), 'Its last bit differs between browsers: use + - * / sqrt, or a port of our own.'),
        ),
        ban(
          "BinaryExpression[operator='**']:not([left.value=2]):not([left.bigint])",
          'Its last bit differs between browsers, but for powers of two.',
        ),
        ban('AwaitExpression', 'Nothing waits on the engine side.'),
        ban("CallExpression[callee.property.name='localeCompare']", 'Order by bytes: compareBytes.'),
      ],
    },
  },
  { files: ['src/protocol/protocol.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['**/*.tsx'],
    plugins: { 'jsx-a11y': a11y, 'react-hooks': hooks },
    rules: {
      ...a11y.flatConfigs.recommended.rules,
      ...hooks.configs.recommended.rules,
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['tests/**/*.ts', 'tests/**/*.tsx'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'max-lines': 'off' },
  },
);
