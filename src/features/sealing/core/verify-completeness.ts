import { type Bytes, equalBytes, toHex } from './bytes.ts'
import { type Check, check, demand, given, Missing } from './check.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import { type LeafOpening, openedData, openedHash, type OpeningsPage, PAGE, rootWith } from './log/openings.ts'
import { type TileReaderStore, TileTree } from './log/tiles.ts'
import { type NoticeTrust, type Receipt, receiptLeaf } from './receipt.ts'
import { leafHash } from './log/merkle.ts'

export const COMPLETENESS_TYPE = 'kaibiao.completeness/1'
export const CLOSING_LIST_TYPE = 'kaibiao.closing-list/1'

/** The bids of a round in force at its deadline, as the log proves them (record of type `closing-list`). */
export interface ClosingListText {
  type: typeof CLOSING_LIST_TYPE
  tenantId: string
  orderId: string
  round: number
  deadline: string
  /** Of the head at the deadline: every bid of the round lies before it. */
  size: number
  /** In the order of the log. */
  bids: { index: number; manifestHash: string; bidderId: string }[]
}

/** The same as everybody may see it after the opening: without the bidders. */
export type PublicClosingList = Pick<ClosingListText, 'round' | 'deadline' | 'size'> & {
  bids: { index: number; manifestHash: string }[]
}

/** What an order's period in the log was, and whether all its leaves are opened. */
export interface Completeness {
  type: typeof COMPLETENESS_TYPE
  tenantId: string
  orderId: string
  /** The leaves `from` ≤ i < `to`: from the last head before the order was published to the one at its last deadline. */
  from: number
  to: number
  /** The heads of these sizes; null where the log had no leaf. */
  start: string | null
  checkpoint: string
  /** Pending: another order that took bids at the time of some leaf has not been opened. */
  state: 'final' | 'pending'
  /** The last deadline of such an order, where it has not passed. */
  until: string | null
  closing: PublicClosingList[]
}

export interface CompletenessEvidence {
  completeness: Completeness
  pages: readonly OpeningsPage[]
  /** The order's, from where they were published: they name the log and its heads at the deadlines. */
  notices: readonly NoticeTrust[]
  tiles: TileReaderStore | undefined
  /** All receipts of the order, as its archive holds them; without them only the closing list is held against the leaves. */
  receipts: readonly Receipt[] | undefined
}

/**
 * Checks that no bid of an order was dropped: every leaf of its period is opened, together they give the signed head at the
 * deadline, and each that is a bid of this order is on the closing list, or was replaced or taken back by a later one of the
 * same bidder. Never throws on bad input.
 */
export async function verifyCompleteness(evidence: CompletenessEvidence): Promise<Check[]> {
  const { completeness: about, notices } = evidence
  const format = await check('completeness-period', '日志期间', () => checkPeriod(about, notices))
  // Its length is believed only once a signed head has it.
  if (format.ok !== true) return [format]
  const openings = openingsOf(about, evidence.pages)
  return [
    format,
    await check('completeness-opened', '期间内日志逐条公开', () => checkOpened(about, openings)),
    await check('completeness-root', '公开的条目与截止时的日志签名一致', () =>
      checkRoot(about, openings, given(evidence.tiles, '未提供日志数据块，无法核对')),
    ),
    await check('completeness-bids', '没有遗漏投标', () => checkBids(about, openings, evidence.receipts)),
  ]
}

function checkPeriod(about: Completeness, notices: readonly NoticeTrust[]): string {
  demand(about.type === COMPLETENESS_TYPE, '不是完整性说明，或版本不受支持')
  const { from, to, closing } = about
  demand(isCount(from) && isCount(to) && from <= to, '期间格式错误')
  demand(Array.isArray(closing), '缺少截止清单')
  const own = notices.filter((one) => one.orderId === about.orderId && one.tenantId === about.tenantId)
  const notice = own[0]
  if (!notice) throw new Missing('未提供公告文件，无法核对')
  const key = parseNoteKey(notice.logKey)
  const end = verifyCheckpoint(about.checkpoint, key)
  demand(end.size === to, '期间的终点不是截止时的日志签名')
  const sizes = own.flatMap(({ checkpoint }) => (checkpoint === null ? [] : parseCheckpoint(checkpoint).size))
  demand(Math.max(...sizes) === to, '期间的终点不是公告公布的截止时的日志签名')
  demand(
    own.some(({ checkpoint }) => checkpoint !== null && equalBytes(parseCheckpoint(checkpoint).root, end.root)),
    '截止时的日志签名与公告公布的不一致',
  )
  if (from > 0)
    demand(about.start !== null && verifyCheckpoint(about.start, key).size === from, '期间的起点没有日志签名')
  for (const list of closing) demand(sizes.includes(list.size), `第 ${list.round} 轮截止清单不对应公告公布的日志签名`)
  return `日志第 ${from} 条至第 ${to - 1} 条，共 ${to - from} 条`
}

/** By leaf, from the beginning of the period. */
function openingsOf({ from, to }: Completeness, pages: readonly OpeningsPage[]): LeafOpening[] {
  const byPage = new Map(pages.map((one) => [one.page, one.openings]))
  return Array.from({ length: to - from }, (_, i) => {
    const index = from + i
    return byPage.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null
  })
}

function checkOpened({ from, state, until }: Completeness, openings: readonly LeafOpening[]): string {
  const closed = openings.filter((one) => one === null).length
  if (closed === 0) return `${openings.length} 条全部公开`
  const first = from + openings.indexOf(null)
  const wait = until ? `，最迟于 ${until} 截止的项目开标后公开` : ''
  if (state === 'pending')
    throw new Missing(`尚有 ${closed} 条（首条为第 ${first} 条）因同期其他项目未开标而未公开${wait}`)
  demand(false, `日志第 ${first} 条未公开`)
}

async function checkRoot(
  { tenantId, from, to, start, checkpoint }: Completeness,
  openings: readonly LeafOpening[],
  tiles: TileReaderStore,
): Promise<string> {
  const { root } = parseCheckpoint(checkpoint)
  const tree = new TileTree(tiles, to)
  const hashes: Bytes[] = []
  for (const [i, opening] of openings.entries()) {
    if (opening === null) throw new Missing(`日志第 ${from + i} 条尚未公开`)
    hashes.push(openedHash(tenantId, opening))
  }
  if (start !== null && from > 0)
    demand(equalBytes(await tree.root(from), parseCheckpoint(start).root), '期间之前的日志与起点的签名不一致')
  const computed = to === 0 ? root : await rootWith(tree, from, hashes)
  demand(equalBytes(computed, root), '公开的条目与截止时的日志签名不一致：有条目被替换')
  return `由公开的 ${hashes.length} 条重新计算，根 ${toHex(root).slice(0, 16)}… 一致`
}

/** A bid of the order, as a leaf was opened to it. */
interface BidLeaf {
  index: number
  type: string
  round: number
  manifestHash: string
  hash: Bytes
}

function checkBids(
  about: Completeness,
  openings: readonly LeafOpening[],
  receipts: readonly Receipt[] | undefined,
): string {
  const leaves = bidLeaves(about, openings)
  const missing = openings.filter((one) => one === null).length
  if (missing > 0) throw new Missing('日志尚未全部公开，无法核对')
  for (const { round, size, bids } of about.closing)
    for (const bid of bids) {
      const leaf = leaves.find((one) => one.index === bid.index)
      const holds = leaf?.type === 'bid.submitted' && leaf.round === round && leaf.manifestHash === bid.manifestHash
      demand(holds && bid.index < size, `截止清单所列第 ${bid.index} 条不是本项目第 ${round} 轮的投标`)
    }
  const listed = new Set(about.closing.flatMap(({ bids }) => bids.map((bid) => bid.index)))
  const others = leaves.filter((one) => !listed.has(one.index))
  if (receipts) checkFates(about, leaves, receipts)
  const rest = others.length === 0 ? '' : `，另有 ${others.length} 条为被替换或撤回的投标及撤回本身`
  const believed = others.length > 0 && !receipts ? '（须凭归档所附回执核对）' : ''
  return `本项目的投标条目 ${leaves.length} 条，截止清单 ${listed.size} 条${rest}${believed}`
}

function bidLeaves({ tenantId, orderId, from, closing }: Completeness, openings: readonly LeafOpening[]): BidLeaf[] {
  const leaves: BidLeaf[] = []
  for (const [i, opening] of openings.entries()) {
    if (opening === null) continue
    const { data } = openedData(tenantId, opening)
    const index = from + i
    demand(KNOWN.has(data.type), `日志第 ${index} 条的类型未知：${data.type}`)
    demand(data.tenantId === tenantId, `日志第 ${index} 条属于其他平台`)
    if (!data.type.startsWith('bid.') || data.orderId !== orderId) continue
    const { type, round, manifestHash } = data as typeof data & { round: number; manifestHash: string }
    demand(
      closing.some((list) => list.round === round),
      `日志第 ${index} 条是第 ${round} 轮的投标，而该轮没有截止清单`,
    )
    leaves.push({ index, type, round, manifestHash, hash: openedHash(tenantId, opening) })
  }
  return leaves
}

const KNOWN: ReadonlySet<string> = new Set(['decoy', 'record', 'bid.submitted', 'bid.withdrawn'])

/** Each leaf has its receipt, and the last of every bidder says whether it is on the list. */
function checkFates(about: Completeness, leaves: readonly BidLeaf[], receipts: readonly Receipt[]): void {
  const own = receipts.filter(({ body }) => body.orderId === about.orderId && body.tenantId === about.tenantId)
  const last = new Map<string, { index: number; action: string; round: number }>()
  for (const { body } of own)
    demand(
      leaves.some((leaf) => leaf.index === body.logIndex),
      `回执所在的日志第 ${body.logIndex} 条不在公开的本项目投标之中`,
    )
  for (const leaf of leaves) {
    const receipt = own.find(({ body }) => body.logIndex === leaf.index)
    demand(receipt !== undefined, `日志第 ${leaf.index} 条是本项目的投标，归档中没有它的回执`)
    const { body } = receipt
    const same = equalBytes(leafHash(receiptLeaf(body).entry), leaf.hash)
    demand(same, `日志第 ${leaf.index} 条与回执不一致`)
    last.set(`${leaf.round}/${body.bidderId}`, { index: leaf.index, action: body.action, round: leaf.round })
  }
  const inForce = new Set([...last.values()].filter((one) => one.action === 'bid.submitted').map((one) => one.index))
  const listed = new Set(about.closing.flatMap(({ bids }) => bids.map((bid) => bid.index)))
  for (const index of inForce) demand(listed.has(index), `日志第 ${index} 条的投标在截止时有效，但不在截止清单中`)
  for (const index of listed) demand(inForce.has(index), `截止清单所列第 ${index} 条的投标已被替换或撤回`)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
