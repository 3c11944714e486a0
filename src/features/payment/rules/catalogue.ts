/** What a product does once it is paid: nothing, time, a count. */
export const EFFECTS = { none: 0, time: 1, count: 2 } as const
/** Hour, day, week, month, year. */
export const UNITS = { hour: 1, day: 2, week: 3, month: 4, year: 5 } as const
export const UNIT_LABELS: Record<number, string> = { 1: '小时', 2: '天', 3: '周', 4: '月', 5: '年' }

export type Category = 'membership' | 'points' | 'voucher' | 'count' | 'information' | 'meeting' | 'signature'
export const CATEGORY_LABELS: Record<Category, string> = {
  membership: '会员',
  points: '平台积分',
  count: '按次服务',
  information: '招标信息',
  voucher: '抵用券',
  meeting: '在线会议',
  signature: '电子签章',
}
export const CATEGORY_IDS: Record<Category, string> = {
  membership: categoryId(1),
  points: categoryId(2),
  voucher: categoryId(3),
  count: categoryId(4),
  information: categoryId(5),
  meeting: categoryId(6),
  signature: categoryId(7),
}

/** Of copies of signed documents (份). */
export const SIGN_COPIES = 'sign-copies'
/** What one voucher is redeemed for: so much of a product that is counted. */
export const REDEEMS: Readonly<Record<string, { product: string; count: number }>> = {
  'sign-voucher': { product: SIGN_COPIES, count: 10 },
}
/** How a count is named beside its number; 次 of all others. */
const MEASURES: Readonly<Record<string, string>> = {
  points: '积分',
  meeting: '小时',
  'ca-voucher': '张',
  'sign-voucher': '张',
  [SIGN_COPIES]: '份',
}

export interface Sku {
  id: string
  productId: string
  name: string
  effect: number
  /** Of time; null of a count. */
  unit: number | null
  /** How many units, or how much of a count; minutes where it is metered. */
  quantity: number
  /** Yuan, until the platform publishes a price of its own. */
  price: string
}

export interface Product {
  id: string
  code: string
  name: string
  category: Category
  summary: string
  rights: readonly { label: string; value: string }[]
  skus: readonly Sku[]
  /** A count of it is sold by the hour and used by the minute: lots and uses count minutes. */
  isMetered?: true
  /** Setting that connects what it is used with; a platform in production sells it only where that is set. */
  needs?: 'CA_URL' | 'MEETING_URL'
}

/** Of an hour. */
const MINUTES = 60

/** The fourteen value-added items, and copies of electronic signatures. Prices beside memberships are examples, to be published by each platform. */
export const PRODUCTS: readonly Product[] = [
  timed(
    {
      no: 1,
      code: 'subscription',
      name: '招标订阅',
      category: 'information',
      summary: '按关键词、地区和品类推送新公告，每人 3 组',
    },
    { year: ['1', '200.00'] },
  ),
  counted(
    { no: 2, code: 'preview', name: '标书预览', category: 'count', summary: '报名前查看采购文件' },
    { 10: '50.00', 50: '200.00' },
  ),
  member({ no: 3, code: 'basic', name: '基础会员', price: '300.00' }, [
    { label: '标书预览', value: '每年 12 次' },
    { label: '招标订阅', value: '每人 3 组' },
    { label: '关注企业', value: '同时 5 家' },
    { label: '关注项目', value: '同时 5 个' },
  ]),
  member({ no: 4, code: 'advanced', name: '高级会员', price: '3600.00' }, [
    { label: '标书预览', value: '不限次数' },
    { label: '招标订阅', value: '每人 20 组' },
    { label: '关注企业', value: '同时 50 家' },
    { label: '关注项目', value: '同时 50 个' },
    { label: '保证金额度', value: '200,000 元' },
  ]),
  member({ no: 5, code: 'diamond', name: '钻石会员', price: '5800.00' }, [
    { label: '标书预览', value: '不限次数' },
    { label: '招标订阅', value: '不限组数' },
    { label: '关注企业', value: '不限家数' },
    { label: '关注项目', value: '不限个数' },
    { label: '保证金额度', value: '500,000 元' },
  ]),
  counted(
    {
      no: 6,
      code: 'ca-voucher',
      name: 'CA 抵用券',
      category: 'voucher',
      summary: '办理数字证书时，每次抵用 1 张，抵 280 元，不找零',
      needs: 'CA_URL',
    },
    { 1: '280.00' },
  ),
  counted(
    {
      no: 7,
      code: 'sign-voucher',
      name: '电子签章抵用券',
      category: 'voucher',
      summary: `每张兑换电子签章 ${REDEEMS['sign-voucher']!.count} 份`,
      needs: 'CA_URL',
    },
    { 1: '100.00', 10: '900.00' },
  ),
  counted(
    {
      no: 8,
      code: 'portrait',
      name: '企业画像',
      category: 'count',
      summary: '按已发布公告查看一家企业的采购或成交情况，30 天内有效',
    },
    { 1: '20.00', 20: '300.00' },
  ),
  counted(
    {
      no: 9,
      code: 'export',
      name: '公告导出',
      category: 'count',
      summary: '导出公告全文（表格和 PDF），每条 1 次，再次导出不计',
    },
    { 1: '2.00', 100: '150.00' },
  ),
  counted(
    {
      no: 10,
      code: 'points',
      name: '平台积分',
      category: 'points',
      summary: '1 积分抵 1 元；预付，不可提现，未用可退',
    },
    { 100: '100.00', 500: '500.00', 1000: '1000.00', 5000: '5000.00' },
  ),
  timed(
    {
      no: 11,
      code: 'follow-company',
      name: '关注企业',
      category: 'information',
      summary: '同时关注 20 家企业，其新公告与中标结果发布时提醒',
    },
    { year: ['1', '120.00'] },
  ),
  timed(
    {
      no: 12,
      code: 'follow-project',
      name: '关注项目',
      category: 'information',
      summary: '同时关注 20 个项目，每一步公开进展均提醒',
    },
    { month: ['1', '15.00'] },
  ),
  counted(
    {
      no: 13,
      code: 'meeting',
      name: '在线会议',
      category: 'meeting',
      summary: '平台会议室，按主持人在场的分钟计，不足 1 分钟按 1 分钟',
      isMetered: true,
      needs: 'MEETING_URL',
    },
    { 50: '400.00', 300: '1800.00' },
  ),
  counted(
    {
      no: 14,
      code: 'waste-bid-check',
      name: '废标检查',
      category: 'count',
      summary: '封存前在本机检查报价与文件，每个报名 1 次，截止前重复检查不另计',
    },
    { 1: '30.00', 10: '240.00' },
  ),
  counted(
    {
      no: 15,
      code: SIGN_COPIES,
      name: '电子签章',
      category: 'signature',
      summary: '每份文件由全部签署人签完后用 1 份，拒签、撤回不扣；两年内有效',
      needs: 'CA_URL',
    },
    { 10: '100.00', 50: '450.00', 200: '1600.00' },
  ),
]

const SKUS: ReadonlyMap<string, { product: Product; sku: Sku }> = new Map(
  PRODUCTS.flatMap((product) => product.skus.map((sku) => [sku.id, { product, sku }] as const)),
)

export function findSku(id: string): { product: Product; sku: Sku } | undefined {
  return SKUS.get(id)
}

/** A count of a product as people read it: `49 小时 30 分钟` of what is used by the minute, otherwise the number. */
export function countText({ isMetered }: Pick<Product, 'isMetered'>, count: number): string {
  if (!isMetered) return String(count)
  const hours = Math.floor(count / MINUTES)
  const minutes = count % MINUTES
  return [hours > 0 && `${hours} 小时`, (minutes > 0 || hours === 0) && `${minutes} 分钟`].filter(Boolean).join(' ')
}

export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id)
}

/** A line of the table. */
interface Item {
  no: number
  code: string
  name: string
  category: Category
  summary: string
  isMetered?: true
  needs?: Product['needs']
}

/** Whether what a product buys can be used on this platform. */
export function isSold(
  { needs }: Product,
  { mode }: { mode: string },
  env: Record<string, string | undefined>,
): boolean {
  return !needs || mode !== 'production' || Boolean(env[needs])
}

function member(
  { no, code, name, price }: Pick<Item, 'no' | 'code' | 'name'> & Pick<Sku, 'price'>,
  rights: Product['rights'],
): Product {
  const sku = {
    id: skuId(no, 1),
    productId: productId(no),
    name: '一年',
    effect: EFFECTS.time,
    unit: UNITS.year,
    quantity: 1,
    price,
  }
  return {
    id: productId(no),
    code,
    name,
    category: 'membership',
    summary: `${name}，一年`,
    rights,
    skus: [sku],
  }
}

function counted(item: Item, prices: Record<number, string>): Product {
  const { no, code, isMetered } = item
  const skus = Object.entries(prices).map(([quantity, price], i): Sku => ({
    id: skuId(no, i + 1),
    productId: productId(no),
    name: `${quantity} ${MEASURES[code] ?? '次'}`,
    effect: EFFECTS.count,
    unit: null,
    quantity: Number(quantity) * (isMetered ? MINUTES : 1),
    price,
  }))
  return serviceOf(item, skus)
}

function timed(item: Item, prices: Partial<Record<keyof typeof UNITS, [quantity: string, price: string]>>): Product {
  const { no } = item
  const skus = Object.entries(prices).map(([unit, [quantity, price]], i): Sku => ({
    id: skuId(no, i + 1),
    productId: productId(no),
    name: `${quantity} ${UNIT_LABELS[UNITS[unit as keyof typeof UNITS]]}`,
    effect: EFFECTS.time,
    unit: UNITS[unit as keyof typeof UNITS],
    quantity: Number(quantity),
    price,
  }))
  return serviceOf(item, skus)
}

function serviceOf({ no, ...item }: Item, skus: readonly Sku[]): Product {
  return { id: productId(no), ...item, rights: [{ label: item.name, value: item.summary }], skus }
}

function productId(no: number): string {
  return `50000000-0000-4000-8000-0000000000${String(no).padStart(2, '0')}`
}
function skuId(no: number, n: number): string {
  return `50000000-0000-4000-8000-00000000${String(no).padStart(2, '0')}${String(n).padStart(2, '0')}`
}
function categoryId(no: number): string {
  return `50000000-0000-4000-8000-ca00000000${String(no).padStart(2, '0')}`
}
