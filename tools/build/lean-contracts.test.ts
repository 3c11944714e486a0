import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { build } from 'vite'
import { bodiesRead, leanContracts } from './lean-contracts.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

const CONTRACT = `
  import { endpoint, z } from '../../lib.js'
  const Fields = z.object({ name: z.string('FIELD-TEXT') })
  export const Row = Fields.extend({ kind: z.string('ROW-TEXT') })
  export const create = endpoint({ path: '/create', summary: 'SUMMARY-TEXT', body: Fields, returns: Row })
  export const remove = endpoint({ path: '/remove', errors: ['ERROR-TEXT'] })
`
const LIB = `
  export const z = { object: (of) => ({ of, extend: (more) => ({ of, more }) }), string: (text) => ({ text }) }
  export const endpoint = (call) => ({ ...call, made: true })
`

/** The browser's script of a screen that does this with the calls of the contract. */
async function scriptOf(use: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'kaibiao-lean-'))
  roots.push(root)
  const files = {
    'src/lib.js': LIB,
    'src/features/demo/contract.ts': CONTRACT,
    'src/features/demo/rules/unused.ts': `export const Table = new Map([['RULE-TEXT', 1]])`,
    'src/features/demo/web/screen.ts': `
      import { create, remove, Row } from '../contract.ts'
      import { Table } from '../rules/unused.ts'
      ${use}`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [leanContracts(root)],
    build: { write: false, minify: false, rolldownOptions: { input: join(root, 'src/features/demo/web/screen.ts') } },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { code?: string }[] }
  return output.map(({ code }) => code ?? '').join('\n')
}

describe('what the browser downloads of a contract', () => {
  it('leaves out what only the server reads, and declarations that nothing uses', async () => {
    const script = await scriptOf('console.log(create, remove)')
    expect(script).toContain('/create')
    expect(script).toContain('/remove')
    expect(script).not.toMatch(/SUMMARY-TEXT|ERROR-TEXT|ROW-TEXT|FIELD-TEXT|RULE-TEXT/)
  })

  it('keeps the schema of a body that a form reads', async () => {
    const script = await scriptOf('console.log(create.body)')
    expect(script).toContain('FIELD-TEXT')
    expect(script).not.toMatch(/SUMMARY-TEXT|ROW-TEXT/)
  })

  it('keeps a schema used by itself', async () => {
    expect(await scriptOf('console.log(Row, Table)')).toMatch(
      /FIELD-TEXT[^]*ROW-TEXT[^]*RULE-TEXT|RULE-TEXT[^]*FIELD-TEXT/,
    )
  })

  it('works as the source does', async () => {
    const script = await scriptOf('globalThis.seen = [create, Row.more.kind.text, Table.size]')
    const data = `data:text/javascript,${encodeURIComponent(script)}`
    await import(data)
    expect((globalThis as { seen?: unknown }).seen).toEqual([{ path: '/create', made: true }, 'ROW-TEXT', 1])
  })

  it('finds the calls by the names screens use', () => {
    expect([...bodiesRead(['<Form schema={create.body} />', 'update.body.parse(x)', 'const body = 1'])]).toEqual([
      'create',
      'update',
    ])
  })
})
