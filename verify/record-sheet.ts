import { check, type Check, demand } from '#features/sealing/core/check.ts'
import type { Gathered } from './gather.ts'

/** A bid in force, as far as the sheet of the opening speaks of it. */
export interface OnSheet {
  bidderName: string
  /** Number of the bidder in the opening; null where nothing of the bid was opened. */
  no: string | null
  /** The opened price file. */
  price: Blob | undefined
}

interface Sheet {
  rows: { no: string; name: string; amount: string | null }[]
}

/** The sheet that was read out, against the bids: all bidders in force stand on it and no others, with the prices of their files. */
export async function verifySheet(found: Gathered, bids: readonly OnSheet[]): Promise<Check> {
  return check('opening-sheet', '开标一览表', async () => {
    const [first, second] = ['opening/opening-sheet.json', 'opening/offer-opening-sheet.json'].map(
      (name) => [...found.places].find(([, { path }]) => path === name)?.[0] as Sheet | undefined,
    )
    demand(Array.isArray(first?.rows), '开标一览表缺失')
    const names = (all: readonly string[]) => all.toSorted().join('、')
    const [read, handed] = [first.rows.map(({ name }) => name), bids.map(({ bidderName }) => bidderName)]
    demand(names(read) === names(handed), `开标一览表有${names(read)}，有效的投标为${names(handed)}`)
    let prices = 0
    for (const { no, name, amount } of [...first.rows, ...(second?.rows ?? [])]) {
      if (amount === null) continue
      const own = bids.find((bid) => bid.no !== null && Number(bid.no) === Number(no))
      demand(own?.bidderName === name && own.price !== undefined, `${name} 唱出了报价，但没有开启的报价文件`)
      const { sheet } = JSON.parse(await own.price.text()) as { sheet?: { total?: string } }
      demand(cents(sheet?.total) === cents(amount), `${name} 唱出的报价 ${amount} 与报价文件的 ${sheet?.total} 不同`)
      prices++
    }
    return `${bids.length} 家与有效的投标一致，${prices} 个报价与开启的报价文件一致`
  })
}

function cents(amount: unknown): string {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  demand(whole !== undefined, `金额 ${String(amount)} 格式有误`)
  return `${whole.replace(/^0+(?=\d)/, '')}.${part.replace(/0+$/, '')}`
}
