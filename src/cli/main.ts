/** The command line: the same engine in Node. CONTRACT 2 of docs/automation.md is this file's specification. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EXIT, fail } from './exit.ts';
import { link } from './link.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { trace } from './trace.ts';
import { addNode, drain, fit } from './what-if.ts';
import { why } from './why.ts';

const whole = (text: string): number => {
  const n = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(n)) throw new InvalidArgumentError('It must be a whole number.');
  return n;
};

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const langOption = (): Option =>
  new Option('--lang <LANG>', 'language of the answer').choices(['en', 'ja']).default('en');

const program = new Command('steplane')
  .description('A debugger for the Kubernetes control plane. FILE may be "-" (standard input) or a Steplane link.')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ writeErr: (text) => process.stderr.write(text) });

/** Options of every command that runs a scenario. */
const scenarioCommand = (name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .argument('<FILE...>')
    .option('--kubernetes-version <V>', 'run as this minor, for instance 1.35')
    .option('--config <F>', 'a KubeSchedulerConfiguration')
    .option('--seed <N>', 'seed of every choice', whole)
    .option('--until <WHEN>', 'quiescent, step:N or time:T (for instance time:30s)', 'quiescent');

scenarioCommand('run', 'run a scenario and print what became of its Pods')
  .option('--json', 'print one object')
  .action(run);
scenarioCommand('why', 'why Pods are pending, grouped by cause; or why one Pod is where it is')
  .option('--pod <NS/NAME>', 'about this Pod only')
  .option('--nodes', 'with --pod: a row for each node, not for each reason')
  .addOption(langOption())
  .option('--json', 'print one object')
  .action(why);
scenarioCommand('fit', 'how many more of a Pod fit, where, and what stops the next')
  .requiredOption('--pod-file <P>', 'a Pod, or something that makes Pods')
  .option('--max <N>', 'stop at so many', whole, 1000)
  .option('--json', 'print one object')
  .action(fit);
scenarioCommand('drain', 'what draining a node would do')
  .requiredOption('--node <N>', 'the node')
  .option('--force', 'Pods that nothing would make anew go too')
  .option('--json', 'print one object')
  .action(drain);
scenarioCommand('add-node', 'what more nodes would do')
  .requiredOption('--like <NODE>', 'the node that they are like')
  .option('--count <N>', 'how many', whole, 1)
  .option('--json', 'print one object')
  .action(addNode);
scenarioCommand('trace', 'the event log, one line an event')
  .option('--format <FORMAT>', 'text, ndjson or perfetto', 'text')
  .addOption(langOption())
  .action(trace);
scenarioCommand('link', 'a link that opens the scenario at the moment of --until')
  .option('--json', 'print one object')
  .action(link);
program
  .command('conformance')
  .description('run recorded cases and print one line a kind')
  .argument('<FILE...>')
  .option('--versions <LIST>', 'only these minors, comma separated')
  .option('--json', 'print one object')
  // Loaded when asked for: the other commands start faster without them.
  .action(async (...args: [string[], object]) => (await import('./conformance.ts')).conformance(...args));
program
  .command('bench')
  .description('the benchmark suite')
  .argument('[NAME...]')
  .option('--repeat <R>', 'runs of each (concurrency fixes its own number)', whole, 3)
  .option('--with-go', 'concurrency: in turn with our Go program of the same work, and the ratios')
  .option('--quick', 'concurrency: fewer and smaller batches')
  .option('--json', 'print rows as JSON')
  .action(async (...args: [string[], { repeat: number }]) => (await import('./bench.ts')).bench(...args));
program
  .command('serve')
  .description('serve the built page on 127.0.0.1, with isolation headers')
  .option('--port <P>', 'port (default: PORT, else 4173)', whole)
  .action(serve);

// A reader that has seen enough (`| head`) closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.fine);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.badInput;
  else fail(error);
}
