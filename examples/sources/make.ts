/**
 * Makes everything in examples/ from the texts beside this file. Needs LibreOffice (`soffice`) and the Noto CJK fonts;
 * the results are kept in the repository, so nobody has to run it: `node examples/sources/make.ts`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import { businessDocument, technicalDocument } from './bid.ts'
import { BIDDERS } from './bidders.ts'
import { toFodt, type Document } from './fodt.ts'
import { readItems } from './items.ts'
import { quoteOf } from './prices.ts'
import { PROJECT, tenderDocument } from './tender.ts'

const EXAMPLES = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'examples-'))

const BILL = [
  { key: 'section', title: '分部', type: 'text', width: 18 },
  { key: 'code', title: '项目编码', type: 'text', width: 16 },
  { key: 'name', title: '名称', type: 'text', required: true, width: 30 },
  { key: 'spec', title: '规格（特征描述）', type: 'text', width: 44 },
  { key: 'unit', title: '单位', type: 'text', required: true, width: 8 },
  { key: 'quantity', title: '数量', type: 'quantity', required: true },
  { key: 'controlPrice', title: '单价限价', type: 'quantity' },
] as const satisfies readonly SheetColumn[]

const QUOTE = [
  { key: 'code', title: '项目编码', type: 'text', required: true, width: 16 },
  { key: 'name', title: '名称', type: 'text', width: 30 },
  { key: 'unit', title: '单位', type: 'text', width: 8 },
  { key: 'quantity', title: '数量', type: 'quantity' },
  { key: 'unitPrice', title: '单价', type: 'quantity', required: true },
] as const satisfies readonly SheetColumn[]

const items = readItems()
writeFileSync(
  path.join(EXAMPLES, 'bill-of-quantities.xlsx'),
  await writeSheet({ title: `${PROJECT}采购清单`, columns: BILL, rows: items.map((i) => ({ ...i })) }),
)
office(tenderDocument(items), path.join(EXAMPLES, 'tender-document'))
for (const bidder of BIDDERS) {
  const folder = path.join(EXAMPLES, 'bidders', bidder.folder)
  mkdirSync(folder, { recursive: true })
  const prices = quoteOf(items, bidder)
  const rows = items.map(({ code, name, unit, quantity }, i) => ({ code, name, unit, quantity, unitPrice: prices[i]! }))
  writeFileSync(
    path.join(folder, 'quote.xlsx'),
    await writeSheet({ title: `${bidder.name}报价`, columns: QUOTE, rows }),
  )
  office(businessDocument(bidder, items, prices), path.join(folder, 'business'))
  office(technicalDocument(bidder, items), path.join(folder, 'technical'))
}
rmSync(scratch, { recursive: true })

/** Writes `<target>.docx` and `<target>.pdf`. */
function office(document: Document, target: string) {
  const source = path.join(scratch, `${path.basename(target)}.fodt`)
  writeFileSync(source, toFodt(document))
  for (const format of ['docx', 'pdf']) {
    execFileSync(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${scratch}/profile`,
        '--convert-to',
        format,
        '--outdir',
        path.dirname(target),
        source,
      ],
      { stdio: 'ignore' },
    )
  }
}
