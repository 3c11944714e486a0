import { statusTable } from '#contract/transition.ts'

export const DRAW_STATES = {
  prepared: '待抽取',
  drawing: '抽取中',
  drawn: '已抽取',
  cancelled: '已取消',
} as const
export type DrawState = keyof typeof DRAW_STATES

export type DrawAction = 'draw' | 'edit' | 'cancel' | 'made'
export type DrawWho = 'keeper' | 'process'

const byKeeper = (who: DrawWho) => who === 'keeper'

/** Every way a draw goes. Begun, it ends by itself. */
export const DRAW_STATUS = statusTable<DrawState, DrawAction, { state: DrawState }, DrawWho>(
  ({ state }) => state,
  [
    { action: 'draw', label: '开始抽取', from: ['prepared'], to: 'drawing', who: byKeeper, primary: true },
    { action: 'edit', label: '编辑', from: ['prepared'], who: byKeeper },
    { action: 'cancel', label: '取消', from: ['prepared'], to: 'cancelled', who: byKeeper, danger: true },
    { action: 'made', label: '抽取完成', from: ['drawing'], to: 'drawn', who: (who) => who === 'process' },
  ],
)

/** How long a draw from the same suppliers counts as the same once more, in days. */
export const SAME_FOR_DAYS = 90

/** By the first two digits of the division in a credit code (GB/T 2260). */
export const REGIONS: Readonly<Record<string, string>> = {
  '11': '北京',
  '12': '天津',
  '13': '河北',
  '14': '山西',
  '15': '内蒙古',
  '21': '辽宁',
  '22': '吉林',
  '23': '黑龙江',
  '31': '上海',
  '32': '江苏',
  '33': '浙江',
  '34': '安徽',
  '35': '福建',
  '36': '江西',
  '37': '山东',
  '41': '河南',
  '42': '湖北',
  '43': '湖南',
  '44': '广东',
  '45': '广西',
  '46': '海南',
  '50': '重庆',
  '51': '四川',
  '52': '贵州',
  '53': '云南',
  '54': '西藏',
  '61': '陕西',
  '62': '甘肃',
  '63': '青海',
  '64': '宁夏',
  '65': '新疆',
}

const BASE = '/purchaser/supplier-management/extraction'

/** Addresses of draws. */
export const PLACES = {
  list: BASE,
  detail: (drawId: string) => `${BASE}/${drawId}`,
} as const
