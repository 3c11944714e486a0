import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { lint } from './lint.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Problems of a project of the given files, as `path:line rule`. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'kaibiao-lint-'))
  roots.push(root)
  const imports = {
    '#contract/*': './src/contract/*',
    '#server/*': './src/server/*',
    '#web/*': './src/web/*',
    '#features/*': './src/features/*',
    '#demo/*': './src/demo/*',
  }
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify({ imports }), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return lint(root).map(({ path, line, rule }) => `${path}:${line} ${rule}`)
}

/** Problems of one file that imports one other. */
function importing(from: string, specifier: string): string[] {
  return problemsOf({ [from]: `import { x } from '${specifier}'\nexport const y = x\n` })
}

describe('what may be imported', () => {
  it.each([
    ['src/features/budget/web/list-screen.tsx', '../contract.ts'],
    ['src/features/budget/web/list-screen.tsx', '../rules.ts'],
    ['src/features/budget/web/list-screen.tsx', '#web/kit/list-screen.tsx'],
    ['src/features/budget/web/list-screen.tsx', '#contract/money.ts'],
    ['src/features/budget/web/list-screen.tsx', '#features/risk/contract.ts'],
    ['src/features/budget/web/list-screen.tsx', '#features/risk/contract/flag.ts'],
    ['src/features/budget/web/list-screen.tsx', '#features/risk/rules.ts'],
    ['src/features/budget/server/routes.ts', '#features/risk/rules/states.ts'],
    ['src/features/budget/web/list-screen.tsx', 'react'],
    ['src/features/budget/steps/ask/buyer.tsx', 'react'],
    ['src/features/budget/steps/ask/server.ts', '../../server/public.ts'],
    ['src/features/budget/server/list.ts', '../steps/ask/server.ts'],
    ['src/features/budget/server/routes.ts', '#server/implement.ts'],
    ['src/features/budget/server/routes.ts', '#features/risk/server/public.ts'],
    ['src/features/budget/server/library.ts', '#features/risk/server/budget-port.ts'],
    ['src/features/budget/server/routes.ts', 'node:crypto'],
    ['src/features/budget/server/routes.test.ts', '#server/testing/test-system.ts'],
    ['src/features/budget/server/routes.test.ts', '#features/risk/server/routes.ts'],
    ['src/features/budget/server/routes.test.ts', '#features/risk/contract.ts'],
    ['src/features/budget/server/testing/world.ts', '#server/testing/http-client.ts'],
    ['src/features/budget/server/testing/world.ts', '#demo/people.ts'],
    ['src/features/budget/contract.ts', '#features/risk/contract.ts'],
    ['src/features/budget/rules.test.ts', 'node:fs'],
    ['src/server/features.ts', '#features/budget/server/routes.ts'],
    ['src/server/main.ts', '../demo/world.ts'],
    ['src/web/features.ts', '#features/budget/web/screens.tsx'],
    ['src/web/tools/addresses.ts', 'node:fs'],
    ['src/server/tools/doctor.ts', '../../../bin/browser.mjs'],
    ['src/demo/world.ts', '#features/budget/server/budgets.ts'],
    ['verify/run.ts', '../src/features/sealing/core/tree.ts'],
    ['e2e/journey.test.ts', '../bin/browser.mjs'],
  ])('%s may import %s', (from, specifier) => expect(importing(from, specifier)).toEqual([]))

  it.each([
    // A feature's parts, and its neighbours.
    ['src/features/budget/web/list-screen.tsx', '../server/routes.ts'],
    ['src/features/budget/server/routes.ts', '../web/screens.tsx'],
    ['src/features/budget/web/list-screen.tsx', '#features/risk/web/flag-list.tsx'],
    ['src/features/budget/web/list-screen.tsx', '#features/risk/server/public.ts'],
    ['src/features/budget/server/routes.ts', '#features/risk/server/flags.ts'],
    ['src/features/budget/server/routes.ts', '#features/risk/server/public/flags.ts'],
    ['src/features/budget/server/routes.ts', '#web/call.ts'],
    ['src/features/budget/web/list-screen.tsx', '#server/context.ts'],
    // The form of the address.
    ['src/features/budget/web/list-screen.tsx', '../../risk/contract.ts'],
    ['src/features/budget/web/list-screen.tsx', '../../../web/call.ts'],
    ['src/features/budget/web/list-screen.tsx', '#features/budget/contract.ts'],
    ['src/features/budget/web/list-screen.tsx', '#unknown/x.ts'],
    // What also runs in the browser.
    ['src/features/budget/contract.ts', 'node:crypto'],
    ['src/features/budget/rules.ts', 'fs'],
    ['src/features/budget/rules.ts', 'react'],
    ['src/features/budget/contract.ts', '../../server/context.ts'],
    ['src/features/budget/web/list-screen.tsx', 'node:fs'],
    ['src/features/budget/web/list-screen.tsx', 'kysely'],
    ['src/features/budget/server/routes.ts', 'react'],
    ['src/contract/money.ts', 'node:util'],
    ['src/contract/money.ts', '#server/clock.ts'],
    // The kernels.
    ['src/server/implement.ts', '#features/budget/server/public.ts'],
    ['src/server/implement.ts', '#web/call.ts'],
    ['src/server/implement.ts', './tools/doctor.ts'],
    ['src/web/call.ts', '#features/budget/contract.ts'],
    ['src/web/call.ts', '#server/clock.ts'],
    ['src/features/budget/server/routes.ts', '#server/testing/test-system.ts'],
    ['src/features/budget/server/routes.ts', './testing/world.ts'],
    ['src/features/budget/server/routes.test.ts', '#features/risk/server/flags.ts'],
    ['src/features/budget/server/routes.ts', '#demo/world.ts'],
    ['src/features/budget/steps/ask/step.ts', 'react'],
    ['src/features/budget/steps/ask/buyer.tsx', './server.ts'],
    ['src/features/budget/steps/ask/step.ts', './server.ts'],
    ['verify/run.ts', '../src/server/clock.ts'],
    ['verify/run.ts', '../src/features/sealed-bids/server/public.ts'],
    ['bin/start.mjs', '../src/server/main.ts'],
  ])('%s may not import %s', (from, specifier) => expect(importing(from, specifier)).toEqual([`${from}:1 boundary`]))

  it('looks at dynamic imports, imported types and re-exports, and says the line', () => {
    const path = 'src/web/shell/frame.tsx'
    const text = [
      `import type { A } from '#features/budget/contract.ts'`,
      `export { b } from '#features/budget/contract.ts'`,
      `export const c = async (): Promise<A> => {`,
      `  return (await import('#features/budget/contract.ts')).c`,
      `}`,
    ].join('\n')
    expect(problemsOf({ [path]: text })).toEqual([1, 2, 4].map((line) => `${path}:${line} boundary`))
  })
})

describe('features', () => {
  const a = (specifier: string) => ({
    'src/features/a/server/routes.ts': `import { x } from '${specifier}'\nexport const y = x\n`,
  })

  it('may lean on one another one way', () => {
    expect(
      problemsOf({ ...a('#features/b/contract.ts'), 'src/features/b/contract.ts': 'export const x = 1\n' }),
    ).toEqual([])
  })

  it('may not lean on one another both ways, other files or not', () => {
    const b = {
      'src/features/b/contract.ts': 'export const x = 1\n',
      'src/features/b/server/list.ts': "import { x } from '#features/a/contract.ts'\nexport const z = x\n",
      'src/features/a/contract.ts': 'export const x = 1\n',
    }
    expect(problemsOf({ ...a('#features/b/contract.ts'), ...b })).toEqual(['src/features/a/server/routes.ts:1 mutual'])
  })

  it('may in tests', () => {
    const b = {
      'src/features/b/contract.ts': 'export const x = 1\n',
      'src/features/b/server/list.test.ts': "import { x } from '#features/a/contract.ts'\nexport const z = x\n",
      'src/features/a/contract.ts': 'export const x = 1\n',
    }
    expect(problemsOf({ ...a('#features/b/contract.ts'), ...b })).toEqual([])
  })
})

describe('a purchase method', () => {
  const data = {
    'src/features/procurement/methods/lot.ts':
      'export const lot = method({ code: 12 })\ndeclare function method(x: object): object\n',
  }
  const naming = (path: string) => ({
    ...data,
    [path]: `import { lot } from '${path.includes('/methods/') ? './lot.ts' : path.startsWith('src/features/procurement/') ? '../methods/lot.ts' : '#features/procurement/methods/lot.ts'}'\nexport const y = lot\n`,
  })

  it('is named by no product code', () => {
    for (const path of ['src/features/procurement/server/a.ts', 'src/features/auction/server/a.ts'])
      expect(problemsOf(naming(path))).toEqual([`${path}:1 method-data`])
  })

  it('is listed among methods, and played by tests and the demonstration', () => {
    for (const path of [
      'src/features/procurement/methods/all.ts',
      'src/features/auction/server/a.test.ts',
      'src/demo/a.ts',
    ])
      expect(problemsOf(naming(path))).toEqual([])
  })
})

describe('cycles', () => {
  it('are found over several files and # addresses, each once, imports of types included', () => {
    const files = {
      'src/server/a.ts': `import { b } from './b.ts'\nexport const a = b`,
      'src/server/b.ts': `import { c } from '#server/c.ts'\nexport const b = c`,
      'src/server/c.ts': `import type { a } from './a.ts'\nexport const c = (x: typeof a) => x`,
      'src/server/d.ts': `import { a } from './a.ts'\nexport const d = a`,
    }
    expect(problemsOf(files)).toEqual(['src/server/a.ts:1 cycle'])
    expect(problemsOf({ ...files, 'src/server/c.ts': 'export const c = 1' })).toEqual([])
  })

  it('include a file that imports itself', () => {
    expect(importing('src/server/a.ts', './a.ts')).toEqual(['src/server/a.ts:1 cycle'])
  })
})

describe('shape', () => {
  it('wants kebab-case, in folders too', () => {
    const text = 'export const x = 1'
    expect(problemsOf({ 'src/web/ListScreen.tsx': text })).toEqual(['src/web/ListScreen.tsx:1 name'])
    expect(problemsOf({ 'src/web/my_kit/list.ts': text })).toEqual(['src/web/my_kit/list.ts:1 name'])
    const fine = {
      'src/web/list-screen.test.tsx': text,
      'README.md': '',
      'db/migrations/0001_tenancy.sql': '',
      '.ci/run': '',
    }
    expect(problemsOf(fine)).toEqual([])
  })

  it('wants at most 500 lines, except in what is made by a program', () => {
    const lines = (count: number) =>
      `${Array.from({ length: count }, (_, n) => `export const x${n} = ${n}`).join('\n')}\n`
    expect(problemsOf({ 'src/web/a.ts': lines(500) })).toEqual([])
    expect(problemsOf({ 'src/web/a.ts': lines(501) })).toEqual(['src/web/a.ts:500 size'])
    expect(problemsOf({ 'src/web/a.ts': `// Made by \`npm run x\`.\n${lines(501)}` })).toEqual([])
  })

  it('refuses barrels', () => {
    const own = `export const own = 1\n`
    expect(problemsOf({ 'src/web/a.ts': `export { b } from './b.ts'` })).toEqual(['src/web/a.ts:1 barrel'])
    expect(problemsOf({ 'src/web/a.ts': `${own}export * from './b.ts'` })).toEqual(['src/web/a.ts:2 barrel'])
    expect(problemsOf({ 'src/web/a.ts': `${own}export { b } from './b.ts'` })).toEqual([])
    const loadedApart = {
      'src/web/a.ts': `export { b } from './b.ts'`,
      'src/web/c.ts': `export const c = () => import('./a.ts')`,
    }
    expect(problemsOf(loadedApart)).toEqual([])
  })
})

it('refuses words that do not belong into committed text', () => {
  const text = [
    'TODO: more',
    'see /work/notes/x',
    '// @ts-ignore',
    '<<<<<<< ours',
    'a fine line, /worker/x',
    'todo list',
  ].join('\n')
  expect(problemsOf({ 'docs/notes.md': text })).toEqual([1, 2, 3, 4].map((line) => `docs/notes.md:${line} word`))
  expect(problemsOf({ 'e2e/a.test.ts': `it.only('x', () => {})` })).toEqual(['e2e/a.test.ts:1 word'])
  const placing = { 'src/features/a/web/a.tsx': `form.setFields([])` }
  expect(problemsOf(placing)).toEqual(['src/features/a/web/a.tsx:1 word'])
  expect(problemsOf({ 'src/web/kit/a.ts': `form.setFields([])` })).toEqual([])
  const lock = (host: string) => ({ 'package-lock.json': `{ "x": {\n"resolved": "https://${host}/x.tgz" } }` })
  expect(problemsOf(lock('registry.example.com'))).toEqual(['package-lock.json:2 word'])
  expect(problemsOf(lock('registry.npmjs.org'))).toEqual([])
})

describe('the target of a conflict', () => {
  const target = (text: string) => problemsOf({ 'src/server/x.ts': `export const x = ${text}\n` })

  it.each([
    `tx.onConflict((c) => c.columns(['a', 'b']).where('status', '=', 0).doNothing())`,
    `tx.onConflict((c) =>\n  c\n    .column('a')\n    .where('ended_at', 'is', null)\n    .where('kind', '=', kind)\n    .doNothing(),\n)`,
    'sql`insert into t values (1) on conflict (a) where status = ${open} do nothing`',
    "'insert into t values (1) on conflict (a) where status = $2 do nothing'",
  ])('takes no parameter: %s', (text) => expect(target(text)).toEqual(['src/server/x.ts:1 conflict-target']))

  it.each([
    `tx.onConflict((c) => c.columns(['a', 'b']).where('status', '=', sql.lit(0)).doNothing())`,
    `tx.onConflict((c) => c.column('a').where('ended_at', 'is', null).doNothing())`,
    `tx.onConflict((c) => c.columns(['a']).doUpdateSet({ b }).where('t.b', '=', b))`,
    `tx.onConflict((c) => c.doNothing())\nexport const y = tx.where('status', '=', 0)`,
    'sql`insert into t values (${a}) on conflict (a) where status = 0 do update set b = ${b}`',
    'sql`insert into t values (${a}) on conflict (a) where status = ${sql.lit(0)} do nothing`',
  ])('may say: %s', (text) => expect(target(text)).toEqual([]))
})

describe('results and quotes', () => {
  const read = (text: string, path = 'src/features/x/server/x.ts') =>
    problemsOf({ [path]: `export const x = ${text}\n` })

  it.each([
    `tx.selectFrom('award as a')`,
    `tx.insertInto('candidate')`,
    'sql`select 1 from award w`',
    'sql`select (select price from award_line)`',
    `'insert into candidate values (1)'`,
  ])('are read in one place: %s', (text) => {
    expect(read(text)).toEqual(['src/features/x/server/x.ts:1 one-reader'])
    expect(read(text, 'src/features/procurement/server/results.ts')).toEqual([])
  })

  it.each([
    `tx.selectFrom('quote_in_force')`,
    `ctx.many('quote', { roundId })`,
    `ctx.one('quote_line', { quoteId })`,
    'sql`select total from quote q`',
  ])('quotes are read in their feature: %s', (text) => {
    expect(read(text)).toEqual(['src/features/x/server/x.ts:1 one-reader'])
    expect(read(text, 'src/features/quotes/server/reads.ts')).toEqual([])
  })

  it('quotes of mini-competitions are read in one file', () => {
    const text = `ctx.many('frame_quote', { entryId })`
    expect(read(text, 'src/features/frame-agreements/server/view.ts')).toHaveLength(1)
    expect(read(text, 'src/features/frame-agreements/server/competition-quotes.ts')).toEqual([])
    expect(read(`ctx.many('frame_quote_revealed', {})`, 'src/features/frame-agreements/server/view.ts')).toEqual([])
  })

  it.each([
    `tx.selectFrom('award_in_force as a')`,
    'sql`select 1 from candidate_in_force`',
    `step('award')`,
    'sql`select total from quote_revealed`',
    `ctx.many('quote_part', { tradeId })`,
  ])('may be: %s', (text) => expect(read(text)).toEqual([]))
})

describe('texts for people', () => {
  const glossary =
    '| 采购单 | order | a run | 订单、采购订单 |\n| 公开招标 | method | one | 公开采购 |\n| 收款订单 | pay order | what is paid |  |\n\nWords that may stand:\n\nPDF Excel\n'
  const inFile = (text: string, path = 'src/features/x/web/x.tsx') =>
    problemsOf({ 'docs/glossary.md': glossary, [path]: `export const x = ${text}\n` })

  it.each([
    `'新建订单'`,
    `'收款订单与订单'`,
    '`共 ${n} 个采购订单`',
    `<p>公开采购的公告</p>`,
    `<Button title="Submit" />`,
    `<Button>Submit</Button>`,
    `'请点击 Submit 提交'`,
    `'不得开标（A-109）'`,
    `<p>运行 <code>npm run replay</code></p>`,
    `{ message: '请运行 npm run build' }`,
    `<p>投标以提交成功的一刻为准，\n该时刻写入公开日志。</p>`,
  ])('use the glossary’s terms, and neither English nor rule ids nor commands: %s', (text) => {
    expect(inFile(text)).toEqual(['src/features/x/web/x.tsx:1 term'])
  })

  it.each([
    `'新建采购单'`,
    `'查看收款订单'`,
    `'导出 Excel 或 PDF'`,
    `<p>算法 <code>draw/2</code></p>`,
    `<p>\n共有\n{n}\n家</p>`,
    `<Button className="Submit" kind="Submit" />`,
    `z.string().describe('平台 when nobody did it')`,
    `'{{标段名称}}（{{orderCode}}）'`,
    `'Decide a sign-up (报名)'`,
    "`select '无' as name\\nfrom t`",
  ])('may be: %s', (text) => expect(inFile(text)).toEqual([]))

  it('leaves alone what only programmers read', () => {
    expect(inFile(`'新建订单'`, 'src/features/x/server/x.test.ts')).toEqual([])
    expect(inFile(`'新建订单'`, 'src/server/tools/x.ts')).toEqual([])
  })
})

describe('style sheets', () => {
  const sheet = 'src/features/x/web/x.css'
  const screen = {
    'src/features/x/web/x.tsx': 'export const X = (t: string) => <p className={`x-given x-tone-${t}`} />\n',
  }

  it('hold no class that nobody gives anything, be it in a media query', () => {
    const css =
      '.x-given > .x-gone {\n  margin: 0;\n}\n@media (max-width: 639px) {\n  .x-lost {\n    margin: 0.5em;\n  }\n}\n'
    expect(problemsOf({ ...screen, [sheet]: css })).toEqual([`${sheet}:1 class`, `${sheet}:5 class`])
  })

  it('may name what libraries give, and what a name begins', () => {
    const css = '/* .x-old */\n.x-given .ant-btn {\n  margin: 0;\n}\n.x-tone-good {\n  margin: 0;\n}\n'
    expect(problemsOf({ ...screen, [sheet]: css })).toEqual([])
  })

  it('end before they are too long to read', () => {
    const css = '.x-given {\n  margin: 0;\n}\n'.repeat(101)
    expect(problemsOf({ ...screen, [sheet]: css })).toEqual([`${sheet}:300 style size`])
  })
})
