/** What a product does once it is paid: nothing, time, a count. */
export const EFFECTS = { none: 0, time: 1, count: 2 } as const
/** Hour, day, week, month, year. */
export const UNITS = { hour: 1, day: 2, week: 3, month: 4, year: 5 } as const
export const UNIT_LABELS: Record<number, string> = { 1: '小时', 2: '天', 3: '周', 4: '月', 5: '年' }

export type Category = 'membership' | 'points' | 'voucher' | 'count' | 'information' | 'meeting'
export const CATEGORY_LABELS: Record<Category, string> = {
  membership: '会员',
  points: '平台积分',
  count: '按次服务',
  information: '招标信息',
  voucher: '抵用券',
  meeting: '在线会议',
}
export const CATEGORY_IDS: Record<Category, string> = {
  membership: categoryId(1),
  points: categoryId(2),
  voucher: categoryId(3),
  count: categoryId(4),
  information: categoryId(5),
  meeting: categoryId(6),
}

export interface Sku {
  id: string
  productId: string
  name: string
  effect: number
  /** Of time; null of a count. */
  unit: number | null
  /** How many units, or how much of a count. */
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
  /** All that it promises can be used: it may be sold. */
  isDelivered?: true
}

/** The fourteen value-added items. Prices beside memberships are examples, to be published by each platform. */
export const PRODUCTS: readonly Product[] = [
  timed(
    {
      no: 1,
      code: 'subscription',
      name: '招标订阅',
      category: 'information',
      summary: '按关键词、地区和品类推送新公告，每人 3 组',
      isDelivered: true,
    },
    { year: ['1', '200.00'] },
  ),
  counted(
    { no: 2, code: 'preview', name: '标书预览', category: 'count', summary: '报名前查看采购文件', isDelivered: true },
    { 10: '50.00', 50: '200.00' },
  ),
  member({ no: 3, code: 'basic', name: '基础会员', price: '300.00' }, [
    { label: '标书预览', value: '每年 12 次' },
    { label: '招标订阅', value: '每人 3 组' },
  ]),
  member({ no: 4, code: 'advanced', name: '高级会员', price: '3600.00' }, [
    { label: '标书预览', value: '不限次数' },
    { label: '招标订阅', value: '每人 20 组' },
    { label: '保证金额度', value: '200,000 元' },
  ]),
  member({ no: 5, code: 'diamond', name: '钻石会员', price: '5800.00' }, [
    { label: '标书预览', value: '不限次数' },
    { label: '招标订阅', value: '不限组数' },
    { label: '保证金额度', value: '500,000 元' },
  ]),
  counted(
    { no: 6, code: 'ca-voucher', name: 'CA 抵用券', category: 'voucher', summary: '办理数字证书时抵用' },
    { 1: '280.00' },
  ),
  counted(
    { no: 7, code: 'sign-voucher', name: '电子签章抵用券', category: 'voucher', summary: '开通或使用电子签章时抵用' },
    { 1: '100.00', 10: '900.00' },
  ),
  counted(
    { no: 8, code: 'portrait', name: '企业画像', category: 'count', summary: '查看一家企业的履约与经营画像' },
    { 1: '20.00', 20: '300.00' },
  ),
  counted(
    { no: 9, code: 'export', name: '公告导出', category: 'count', summary: '导出公告全文' },
    { 1: '2.00', 100: '150.00' },
  ),
  counted(
    {
      no: 10,
      code: 'points',
      name: '平台积分',
      category: 'points',
      summary: '1 积分抵 1 元；预付，不可提现，未用可退',
      isDelivered: true,
    },
    { 100: '100.00', 500: '500.00', 1000: '1000.00', 5000: '5000.00' },
  ),
  timed(
    { no: 11, code: 'follow-company', name: '关注企业', category: 'information', summary: '关注企业的公告与中标动态' },
    { year: ['1', '120.00'] },
  ),
  timed(
    { no: 12, code: 'follow-project', name: '关注项目', category: 'information', summary: '关注项目的每一步进展' },
    { month: ['1', '15.00'] },
  ),
  counted(
    { no: 13, code: 'meeting', name: '在线会议', category: 'meeting', summary: '按主持人的分钟计' },
    { 50: '400.00', 300: '1800.00' },
  ),
  counted(
    { no: 14, code: 'waste-bid-check', name: '投标文件检查', category: 'count', summary: '投标前在本机检查投标文件' },
    { 1: '30.00', 10: '240.00' },
  ),
]

const SKUS: ReadonlyMap<string, { product: Product; sku: Sku }> = new Map(
  PRODUCTS.flatMap((product) => product.skus.map((sku) => [sku.id, { product, sku }] as const)),
)

export function findSku(id: string): { product: Product; sku: Sku } | undefined {
  return SKUS.get(id)
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
  isDelivered?: true
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
    isDelivered: true,
  }
}

function counted(item: Item, prices: Record<number, string>): Product {
  const { no, code } = item
  const skus = Object.entries(prices).map(([quantity, price], i): Sku => ({
    id: skuId(no, i + 1),
    productId: productId(no),
    name: code === 'points' ? `${quantity} 积分` : code === 'meeting' ? `${quantity} 小时` : `${quantity} 次`,
    effect: EFFECTS.count,
    unit: null,
    quantity: Number(quantity),
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
