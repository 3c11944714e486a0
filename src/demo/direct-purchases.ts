import { DAY } from '#contract/time.ts'
import { directPurchase } from '#features/procurement/methods/direct-purchase.ts'
import { endOfWorkingDays } from '#features/procurement/rules/working-days.ts'
import type { Reason } from '#features/procurement/steps/publicity/grounds.ts'
import { officeAfter } from './play/office-hours.ts'
import { itemsOf, type PlanLine, type TenderPlan } from './play/plan.ts'
import type { SolePlan, SoleScene } from './sole-sources.ts'

interface Given extends Pick<TenderPlan, 'projectName' | 'title' | 'description'>, Pick<SolePlan, 'asked'> {
  price: string
  lines: readonly PlanLine[]
  reason: Reason
  explanation: string
  /** Working days of publicity; none when left out. */
  days?: number
  ceiling?: string
}

/** A direct purchase for at most `price` yuan. */
export function directPlan(given: Given): SolePlan & Pick<SoleScene, 'dates'> {
  const { price, lines, reason, explanation, days = 0, ceiling = null, asked, ...rest } = given
  return {
    plan: {
      ...rest,
      category: 'goods',
      region: '江州市',
      funds: '自筹资金',
      suite: 'intl',
      bond: '0',
      regime: 'enterprise',
      budget: price,
      estimatedPrice: price,
      controlPrice: price,
      items: itemsOf(lines),
    },
    sole: { reason, explanation, days, experts: [], originalAmount: null, ceiling, failedOrder: '' },
    asked,
    method: directPurchase,
    dates: (start) => directDates(start, days),
  }
}

/** Behind a publicity of so many working days that begins at `start`; all in epoch ms. */
export function directDates(start: number, days = 0) {
  const from = days === 0 ? start : Date.parse(endOfWorkingDays(new Date(start), days))
  const signUpEnd = officeAfter(officeAfter(from + DAY) + DAY)
  return { answersAt: officeAfter(start + DAY), signUpEnd, bidEnd: officeAfter(signUpEnd + DAY) }
}

/** Short enough to be played in minutes: nothing is publicised. */
export const DIRECT_EXAMPLE = directPlan({
  projectName: '江州市第一人民医院空压机配件更换',
  title: '空压机易损件采购',
  description: '更换中心供气空压机易损件一批，须与在用设备同厂同型。',
  price: '36000',
  lines: [
    ['空气滤芯', '原厂，适配 GA22', '只', '12', '800'],
    ['油气分离芯', '原厂，适配 GA22', '只', '12', '1400'],
    ['专用润滑油', '20L/桶', '桶', '8', '1200'],
  ],
  reason: 'belowLine',
  explanation: '金额低于本单位直接采购限额，由设备原供应商供货可减少停机时间。',
  ceiling: '50000',
  asked: 'supplier1',
})

/** One in every state: awarded, to be talked over, publicised, by an agency waiting for its supplier and awarded, declined. */
export const DIRECT_SCENES: readonly SoleScene[] = [
  {
    ...directPlan({
      projectName: '江州市第一人民医院自助机维保续采',
      title: '门诊自助机年度维保续采',
      description: '门诊大厅自助挂号机、自助打印机一年维保，延续原合同服务内容。',
      price: '168000',
      lines: [
        ['自助挂号机维保', '含备件，4 小时到场', '台', '24', '5000'],
        ['自助打印机维保', '含耗材部件', '台', '16', '3000'],
      ],
      reason: 'followUp',
      explanation: '自助机软件与在用系统由原供应商一体开发，更换服务商须重新开发接口。',
      days: 3,
      asked: 'supplier5',
    }),
    by: 'buyer',
    published: 26,
    stage: 'awarded',
  },
  {
    ...directPlan({
      projectName: '江州市第一人民医院中央空调抢修',
      title: '中央空调主机抢修备件采购',
      description: '中央空调主机压缩机故障，紧急采购备件并更换。',
      price: '96000',
      lines: [
        ['压缩机', '螺杆式，与主机同型号', '台', '1', '78000'],
        ['电子膨胀阀', '原厂', '只', '2', '9000'],
      ],
      reason: 'urgent',
      explanation: '主机停机影响手术室和病房供冷，原厂备件当日可到，来不及采用其他采购方式。',
      asked: 'supplier6',
    }),
    by: 'buyer',
    published: 16,
    stage: 'talking',
  },
  {
    ...directPlan({
      projectName: '江州市第一人民医院内镜追溯系统扩展',
      title: '内镜清洗追溯系统扩展模块采购',
      description: '在用内镜清洗追溯系统增加三个清洗工位的扩展模块。',
      price: '138000',
      lines: [
        ['工位扩展模块', '含读卡器和软件授权', '套', '3', '42000'],
        ['接口调试', '与在用系统联调', '项', '1', '12000'],
      ],
      reason: 'unique',
      explanation: '在用追溯系统的通信协议未公开，扩展模块只有原厂能够提供。',
      days: 3,
      asked: 'supplier5',
    }),
    by: 'buyer',
    published: 1,
    stage: 'published',
  },
  {
    ...directPlan({
      projectName: '江州市第一人民医院会议室音响更换',
      title: '会议室音响设备采购',
      description: '更换行政楼会议室音箱、话筒，含安装。',
      price: '28000',
      lines: [
        ['会议音箱', '吸顶式，20W', '只', '12', '1200'],
        ['无线话筒', '一拖四', '套', '2', '6800'],
      ],
      reason: 'belowLine',
      explanation: '金额低于本单位直接采购限额，供应商为原会议系统的安装单位。',
      ceiling: '50000',
      asked: 'supplier4',
    }),
    by: 'agent',
    published: 0.5,
    stage: 'published',
  },
  {
    ...directPlan({
      projectName: '江州市第一人民医院发热门诊标识更换',
      title: '发热门诊导视标识采购',
      description: '发热门诊搬迁后更换导视标识一批，含安装。',
      price: '46000',
      lines: [
        ['立式导视牌', '铝型材，双面', '块', '16', '1900'],
        ['吊挂标识', '亚克力，含安装', '块', '40', '390'],
      ],
      reason: 'belowLine',
      explanation: '金额低于本单位直接采购限额，供应商为原导视系统的制作单位。',
      ceiling: '50000',
      asked: 'supplier5',
    }),
    by: 'agent',
    published: 15,
    stage: 'awarded',
  },
  {
    ...directPlan({
      projectName: '江州市第一人民医院布草洗涤服务',
      title: '病房布草季度洗涤',
      description: '住院部病房布草一个季度的洗涤和配送。',
      price: '120000',
      lines: [['布草洗涤', '含收送、熨烫', '公斤', '40000', '3']],
      reason: 'internal',
      explanation: '集团内洗涤中心具备相应能力，就近供应可降低配送成本。',
      asked: 'supplier3',
    }),
    by: 'buyer',
    published: 18,
    stage: 'declined',
  },
  ...(
    [
      ['draft', 0.2, '门诊叫号屏', '块', '6', '3600', 'supplier1'],
      ['agreed', 14, '病房紧急呼叫按钮', '个', '320', '90', 'supplier4'],
      ['archived', 22, '手术灯灯泡', '只', '80', '420', 'supplier6'],
    ] as const
  ).map(([stage, published, name, unit, quantity, ceiling, asked]): SoleScene => ({
    ...directPlan({
      projectName: `江州市第一人民医院${name}更换`,
      title: `${name}采购`,
      description: `更换${name}一批，须与在用设备同型。`,
      price: String(Number(quantity) * Number(ceiling)),
      lines: [[name, '与在用设备同型', unit, quantity, ceiling]],
      reason: 'belowLine',
      explanation: '金额低于本单位直接采购限额，由设备原供应商供货可缩短停用时间。',
      ceiling: '50000',
      asked,
    }),
    by: 'buyer',
    published,
    stage,
  })),
]
