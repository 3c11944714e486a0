import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '../people.ts'
import type { BidContent } from '../play/supplier.ts'
import { makeLarge } from '../../../examples/make-large.ts'

export const EXAMPLES = join(import.meta.dirname, '../../../examples')

export interface ExampleBidder {
  account: Account
  folder: string
  delivery: string
  warranty: string
  /** Megabytes the technical file is grown to; 0: as it is. */
  megabytes: number
}

/** Who bids in the played tender, and with which files. */
export const EXAMPLE_BIDDERS: readonly ExampleBidder[] = [
  { account: 'supplier1', folder: 'kangming', delivery: '55', warranty: '36', megabytes: 0 },
  { account: 'supplier2', folder: 'maide', delivery: '50', warranty: '48', megabytes: 0 },
  { account: 'supplier3', folder: 'ruihe', delivery: '60', warranty: '60', megabytes: 64 },
]

/** The bidder's files: technical part as PDF and docx, business part as PDF. */
export async function bidderFiles({ folder, megabytes }: ExampleBidder): Promise<BidContent['files']> {
  const read = (name: string) => readFileSync(join(EXAMPLES, 'bidders', folder, name))
  return [
    {
      role: 'technical',
      name: '技术标文件.pdf',
      content: megabytes > 0 ? await grown(folder, megabytes) : read('technical.pdf'),
    },
    { role: 'technical', name: '技术标文件.docx', content: read('technical.docx') },
    { role: 'business', name: '商务标文件.pdf', content: read('business.pdf') },
  ]
}

async function grown(folder: string, megabytes: number): Promise<Buffer> {
  const scratch = mkdtempSync(join(tmpdir(), 'kaibiao-large-'))
  try {
    const path = join(scratch, 'technical.pdf')
    await makeLarge(path, join(EXAMPLES, 'bidders', folder, 'technical.pdf'), megabytes)
    return readFileSync(path)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
