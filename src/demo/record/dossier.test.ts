import { createHash } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { formatDate } from '#contract/time.ts'
import { recordContractDate } from '#features/procurement/contract/follow-up.ts'
import { MACHINE, MANIFEST_PATH, readArchive } from '#features/sealing/core/record-manifest.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { unzip } from '../../../verify/zip.ts'
import { Cast } from '../cast.ts'
import * as buyer from '../play/buyer.ts'
import { fromState } from '../states/from-state.ts'
import { beginReview, conclude, score } from '../states/tender.ts'
import { archived } from './archived.ts'

/* The archive as people open it: folders in the order of the procedure, and a table of contents that agrees with the files. */

const CONTENTS = '00 卷宗目录.pdf'
const FOLDERS = [
  '01 立项与采购文件',
  '02 公告',
  '03 报名与资格',
  '05 投标与开标',
  '06 评审',
  '07 候选人与结果',
  '08 合同与保证金',
]

/** In the order of the zip. */
let files: { path: string; content: Buffer }[]
/** What the table of contents says, without spaces. */
let contents: string
/** The day of the contract. */
let signedOn: string
const filed = () => files.filter(({ path }) => !path.startsWith(`${MACHINE}/`) && path.includes('/'))
const folderOf = (path: string) => path.split('/')[0]!

beforeAll(async () => {
  const { t, facts } = await fromState('opened')
  const { orderId } = facts
  const cast = new Cast(t.base)
  const now = () => t.kernel.clock.now()
  await buyer.recordBonds(await cast.as('buyer'), orderId, now())
  const play = { cast, now, moveTo: t.advanceTo, settle: t.settle, facts }
  for (const step of [beginReview, score, conclude]) await step(play)
  const { zip } = await archived(t, orderId, async (owner) => {
    signedOn = formatDate(now())
    await owner.call(recordContractDate, { params: { orderId }, body: { signedOn } })
  })
  const entries = await unzip(new Blob([zip as BlobPart]))
  files = await Promise.all(
    entries.map(async ({ path, blob }) => ({ path, content: Buffer.from(await blob.arrayBuffer()) })),
  )
  contents = (await pdfText(contentOf(CONTENTS))).replaceAll(/\s/g, '')
})

const contentOf = (path: string) => files.find((one) => one.path === path)!.content

/** Pages of a PDF as a reader of PDF counts them; null for what is none. */
async function pagesOf({ path, content }: { path: string; content: Buffer }): Promise<number | null> {
  if (!path.endsWith('.pdf')) return null
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 })
  const { numPages } = await task.promise
  await task.destroy()
  return numPages
}

test('has a folder with a Chinese name for each part of the procedure, in its order, and something in each', () => {
  const people = files.map(({ path }) => path).filter((path) => !path.startsWith(`${MACHINE}/`))
  expect([...new Set(filed().map(({ path }) => folderOf(path)))].toSorted()).toEqual(FOLDERS)
  expect(people.filter((path) => !path.includes('/'))).toEqual([CONTENTS, MANIFEST_PATH])
  // Named in words of the trade: no id, no hash, no word of a program.
  for (const { path } of filed()) expect(path).toMatch(/\p{Script=Han}[^/]*\.(pdf|xlsx|docx|json|txt)$/u)
})

test('the table of contents lists every file once, by folder and in order, with its pages, size and hash', async () => {
  let [at, pages] = [0, 0]
  for (const folder of FOLDERS) {
    const own = filed().filter(({ path }) => folderOf(path) === folder)
    const sorted = own.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    for (const [i, file] of sorted.entries()) {
      const count = await pagesOf(file)
      pages += count ?? 0
      const hash = createHash('sha256').update(file.content).digest('hex')
      const name = file.path.slice(folder.length + 1)
      const row = [i + 1, name, count ?? '—', file.content.length.toLocaleString('en-US'), hash].join('')
      const found = contents.indexOf(row.replaceAll(/\s/g, ''), at)
      expect({ row, isThere: found >= at }).toEqual({ row, isThere: true })
      at = found + 1
    }
  }
  expect(contents).toContain(`文件${filed().length}个`)
  expect(contents).toContain(`页数合计${pages}页`)
  const places = FOLDERS.map((folder) => contents.indexOf(folder.replaceAll(' ', '')))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  // As many hashes as files: nothing is listed that is not there.
  expect(contents.match(/[0-9a-f]{64}/g)).toHaveLength(filed().length)
})

test('the signed manifest says the same of every file', () => {
  const { members } = readArchive(contentOf(MANIFEST_PATH).toString()).body
  const found = files.slice(0, -1).map(({ path, content }) => ({
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  expect(members.map(({ path, size, sha256 }) => ({ path, size, sha256 }))).toEqual(found)
})

test('holds bonds and contract: the register, a voucher of each bidder, and the day as data', async () => {
  const own = filed().filter(({ path }) => path.startsWith('08 '))
  const vouchers = own.filter(({ path }) => path.startsWith('08 合同与保证金/凭证/'))
  expect(vouchers).toHaveLength(4)
  for (const { path } of vouchers) expect(path).toMatch(/\p{Script=Han}+-到账-到账回单\.pdf$/u)
  const register = (await pdfText(contentOf('08 合同与保证金/合同与保证金登记表.pdf'))).replaceAll(/\s/g, '')
  expect(register).toContain(signedOn)
  expect(register.split('130,000.00').length - 1).toBeGreaterThanOrEqual(5)
  const contract = JSON.parse(contentOf(`${MACHINE}/order/contract.json`).toString()) as object
  expect(contract).toMatchObject({ signed_on: signedOn })
  const bonds = JSON.parse(contentOf(`${MACHINE}/order/bonds.json`).toString()) as { recorded: object[] }
  expect(bonds.recorded).toHaveLength(4)
})
