import type { ReactElement } from 'react';
import { GALLERY_GROUPS, prepared } from '../../store/gallery.ts';
import { insideWords } from '../../derive/words/inside.ts';
import { VERSIONS } from '../../store/session.ts';
import { IconButton, Segmented } from '../kit/controls.tsx';
import { Icon, Mark } from '../kit/icons.tsx';
import { Menu, type MenuEntry } from '../kit/menu.tsx';
import { useLayout, useSession, useShell, useWords } from '../kit/shell.ts';
import { openWhatIf } from '../kit/what-if-draft.ts';
import { insideEntries, InsideMenu } from './inside-menu.tsx';
import { useFileDialog } from './drop-zone.tsx';
import { Now } from './step-field.tsx';
import { SharePopover } from './share.tsx';

/** Name of the product, what is open, where the person stands, and how the page looks. */
export function TopBar({ phone }: { readonly phone: boolean }): ReactElement {
  const lab = useSession((s) => s.view === 'lab');
  // The laboratory has nothing to do with the scenario that is open.
  const landing = useSession((s) => s.view === 'landing') || lab;
  const { commands } = useShell();
  const words = useWords();
  return (
    <header className={`bar ${landing ? 'bar-landing' : ''}`}>
      <button type="button" className="brand" aria-label={words.home} onClick={commands.home}>
        <Mark />
        {!phone && <b>Steplane</b>}
      </button>
      {!phone && (
        <nav className="nav wide-only" aria-label={words.sections}>
          <Section name={words.cluster} on={!lab} onGo={commands.cluster} />
          <Section name={words.lab} on={lab} onGo={commands.lab} />
        </nav>
      )}
      {!landing && !phone && <span className="vr" />}
      {!landing && <ScenarioMenu phone={phone} />}
      {!landing && !phone && <VersionMenu />}
      {!landing && !phone && <InsideMenu />}
      {!landing && !phone && <WhatIfLink />}
      <span className="sp" />
      {!landing && !phone && <Now />}
      {!phone && <span className="vr" />}
      {!phone && <Looks />}
      {!lab && <SharePopover phone={phone} />}
      {phone && <PhoneMenu />}
    </header>
  );
}

interface SectionProps {
  readonly name: string;
  readonly on: boolean;
  readonly onGo: () => void;
}

function Section({ name, on, onGo }: SectionProps): ReactElement {
  if (on) {
    return (
      <span className="on" aria-current="page">
        {name}
      </span>
    );
  }
  return (
    <button type="button" onClick={onGo}>
      {name}
    </button>
  );
}

function WhatIfLink(): ReactElement {
  const shell = useShell();
  const words = useWords();
  const on = useSession((s) => s.view === 'what-if');
  return (
    <button
      type="button"
      className="btn what-if-link"
      aria-pressed={on}
      onClick={() => {
        if (on) shell.session.setView('stage');
        else openWhatIf(shell);
      }}
    >
      <Icon name="fork" />
      <span>{words.whatIf}</span>
    </button>
  );
}

function ScenarioMenu({ phone }: { readonly phone: boolean }): ReactElement {
  const { commands, session } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const answer = useSession((s) => s.answer);
  const source = useSession((s) => s.source);
  const { open, input } = useFileDialog();
  const shown = source.kind === 'gallery' ? prepared(source.name) : undefined;
  const scenarios = GALLERY_GROUPS.map(({ title, items }) => ({
    title: title[language],
    entries: items.map((item) => ({
      id: item.name,
      text: item.title[language],
      on: item === shown,
      onSelect: () => {
        commands.openGallery(item.name);
      },
    })),
  }));
  const own: MenuEntry[] = [
    { id: 'open', text: `${words.open}…`, onSelect: open },
    { id: 'all', text: words.allScenarios, onSelect: commands.home },
    { id: 'lab', text: words.lab, onSelect: commands.lab },
  ];
  if (answer !== undefined) {
    own.push({
      id: 'summary',
      text: words.whatWasRead,
      onSelect: () => {
        session.setView('summary');
      },
    });
  }
  const title = answer?.title[language] ?? '';
  return (
    <>
      <Menu
        label={words.scenarioMenu(title)}
        button={
          <>
            <span className="ell">{title}</span>
            <Icon name="down" size={12} />
          </>
        }
        groups={[...scenarios, { entries: own }]}
      />
      {!phone && <IconButton icon="upload" label={words.open} onClick={open} />}
      {input}
    </>
  );
}

function VersionMenu(): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  const version = useSession((s) => s.answer?.kubernetesVersion ?? '');
  const entries = VERSIONS.map((v) => ({
    id: v,
    text: `Kubernetes ${v}`,
    on: v === version,
    onSelect: () => {
      if (v !== version) commands.reopen(v);
    },
  }));
  return (
    <Menu
      className="pick dim"
      label={words.versionMenu(version)}
      button={
        <>
          <span>
            <span className="version-word">Kubernetes </span>
            {version}
          </span>
          <Icon name="down" size={12} />
        </>
      }
      groups={[{ title: words.runAs, entries }]}
    />
  );
}

function Looks(): ReactElement {
  const { layout, commands } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const theme = useLayout((s) => s.theme);
  return (
    <>
      <Segmented
        small
        label={words.language}
        value={language}
        options={[
          { value: 'en', text: 'EN', name: 'English', lang: 'en' },
          { value: 'ja', text: '日本語', lang: 'ja' },
        ]}
        onChange={(value) => {
          layout.setLanguage(value);
        }}
      />
      <IconButton
        icon="theme"
        label={theme === 'dark' ? words.toLight : words.toDark}
        onClick={() => {
          layout.setTheme(theme === 'dark' ? 'light' : 'dark');
        }}
      />
      <IconButton icon="help" label={words.help} keys="?" onClick={commands.showHelp} />
    </>
  );
}

/** What has no room in a phone's bar. */
function PhoneMenu(): ReactElement {
  const shell = useShell();
  const { layout, commands, session } = shell;
  const words = useWords();
  const language = useLayout((s) => s.language);
  const theme = useLayout((s) => s.theme);
  const version = useSession((s) => s.answer?.kubernetesVersion ?? '');
  const lab = useSession((s) => s.view === 'lab');
  const landing = useSession((s) => s.view === 'landing') || lab;
  const looks: MenuEntry[] = [
    {
      id: 'en',
      text: 'English',
      on: language === 'en',
      onSelect: () => {
        layout.setLanguage('en');
      },
    },
    {
      id: 'ja',
      text: '日本語',
      on: language === 'ja',
      onSelect: () => {
        layout.setLanguage('ja');
      },
    },
    {
      id: 'theme',
      text: theme === 'dark' ? words.toLight : words.toDark,
      onSelect: () => {
        layout.setTheme(theme === 'dark' ? 'light' : 'dark');
      },
    },
  ];
  const versions = VERSIONS.map((v) => ({
    id: v,
    text: `Kubernetes ${v}`,
    on: v === version,
    onSelect: () => {
      if (v !== version) commands.reopen(v);
    },
  }));
  const at = useSession((s) => s.view);
  const asks: MenuEntry[] = [
    {
      id: 'what-if',
      text: words.whatIf,
      onSelect: () => {
        openWhatIf(shell);
      },
    },
  ];
  const more: MenuEntry[] = [
    {
      id: 'summary',
      text: words.whatWasRead,
      onSelect: () => {
        session.setView('summary');
      },
    },
    { id: 'help', text: words.help, onSelect: commands.showHelp },
  ];
  const section: MenuEntry = lab
    ? { id: 'cluster', text: words.cluster, onSelect: commands.cluster }
    : { id: 'lab', text: words.lab, onSelect: commands.lab };
  const groups = [{ entries: looks }, { entries: [section, ...(landing ? more.slice(1) : more)] }];
  return (
    <Menu
      className="btn icon"
      label={words.more}
      button={<Icon name="list" />}
      groups={
        landing
          ? groups
          : [
              { entries: asks },
              { title: insideWords(language).inside, entries: insideEntries(shell, language, at) },
              ...groups,
              { title: words.runAs, entries: versions },
            ]
      }
    />
  );
}
