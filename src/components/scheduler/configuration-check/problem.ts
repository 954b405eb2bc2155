/** What is wrong with a configuration, in the words of the real scheduler. */
import { invalid, notSupported } from '../../../model/field-errors.ts';

export interface ConfigurationProblem {
  /** Where, as upstream writes it: "profiles[0].pluginConfig[1].args.hardPodAffinityWeight"; "" = the whole. */
  readonly path: string;
  /** Upstream's text, whole. */
  readonly message: string;
}

export const isInvalid = (path: string, value: unknown, detail: string): ConfigurationProblem => ({
  path,
  message: invalid(path, value, detail),
});

export const isNotSupported = (path: string, value: string, supported: readonly string[]): ConfigurationProblem => ({
  path,
  message: notSupported(path, value, supported),
});

export const isRequired = (path: string, detail = ''): ConfigurationProblem => ({
  path,
  message: `${path}: Required value${detail === '' ? '' : `: ${detail}`}`,
});

export const isDuplicate = (path: string, value: unknown): ConfigurationProblem => ({
  path,
  message: `${path}: Duplicate value: ${JSON.stringify(value)}`,
});

export const isForbidden = (path: string, detail: string): ConfigurationProblem => ({
  path,
  message: `${path}: Forbidden: ${detail}`,
});
