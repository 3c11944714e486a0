import type { InputOf } from '#contract/endpoint.ts'
import type { createDemand } from '#features/demands/contract/demand.ts'

type Body = InputOf<typeof createDemand>['body']
type Met = 'yes' | 'partly' | 'no'

/** How far one is played. */
export const STAGES = [
  'draft',
  'surveying',
  'ended',
  'marking',
  'second',
  'compared',
  'concluded',
  'reviewing',
  'planned',
  'handed',
] as const
type Stage = (typeof STAGES)[number] | 'withdrawn'

export interface Offer {
  brand: string
  model: string
  price: string
  maintenance: string
  /** Unit price and yearly use of what it consumes. */
  consumable: readonly [name: string, price: string, yearlyUse: string] | null
  met: readonly Met[]
  certificateUntil?: string
}

export interface Scene {
  title: string
  stage: Stage
  budget: string
  purpose: string
  item: readonly [name: string, spec: string]
  parameters: readonly [name: string, unit: string, wished: string, isMust: boolean][]
  offers: readonly Offer[]
  extras?: Readonly<Record<string, string>>
  more?: Partial<Body>
}

/** What a supplier offers. */
export const offer = (
  [brand, model, price]: readonly [brand: string, model: string, price: string],
  more: Partial<Offer> = {},
): Offer => ({
  brand,
  model,
  price,
  maintenance: '48000.00',
  consumable: null,
  met: ['yes', 'yes', 'yes'],
  ...more,
})

export const SCENES: readonly Scene[] = [
  {
    title: '儿科肺功能仪医疗需求',
    stage: 'draft',
    budget: '380000.00',
    purpose: '开展儿童哮喘规范化诊疗，配置肺功能仪。',
    item: ['肺功能仪', '含儿童适配器'],
    parameters: [['流量范围', 'L/s', '0 ～ 14', true]],
    offers: [],
  },
  {
    title: '超声科彩色多普勒超声诊断仪医疗需求',
    stage: 'surveying',
    budget: '1800000.00',
    purpose: '更换超声科使用十年的彩超，满足心脏与腹部检查。',
    item: ['彩色多普勒超声诊断仪', '台式'],
    parameters: [
      ['探头接口', '个', '≥ 4', true],
      ['图像存储', 'GB', '≥ 1000', true],
      ['弹性成像', '', '支持', false],
    ],
    offers: [offer(['声科', 'SK-90', '1680000.00'])],
    more: { mode: 'invited' },
  },
  {
    title: '血液净化中心血液透析机医疗需求',
    stage: 'ended',
    budget: '2400000.00',
    purpose: '血液净化中心扩容，新增透析机十二台。',
    item: ['血液透析机', '在线血液透析滤过'],
    parameters: [
      ['超滤误差', 'mL/h', '≤ 50', true],
      ['双泵在线置换', '', '支持', true],
      ['后备电源', 'min', '≥ 20', false],
    ],
    offers: [
      offer(['净康', 'JK-8', '2160000.00'], { consumable: ['透析器', '128.00', '15000'], met: ['yes', 'yes', 'no'] }),
      offer(['江透', 'JT-20', '1980000.00'], {
        consumable: ['透析器', '142.00', '15000'],
        met: ['yes', 'no', 'yes'],
        certificateUntil: '2026-06-30',
      }),
      offer(['净康', 'JK-6', '2040000.00'], {
        consumable: ['透析器', '131.00', '15000'],
        met: ['yes', 'partly', 'yes'],
      }),
    ],
  },
  {
    title: '重症医学科呼吸机医疗需求',
    stage: 'marking',
    budget: '1560000.00',
    purpose: '重症医学科新增床位配置有创呼吸机。',
    item: ['有创呼吸机', '成人、儿童'],
    parameters: [
      ['潮气量范围', 'mL', '20 ～ 2000', true],
      ['内置涡轮', '', '支持', true],
      ['电池续航', 'min', '≥ 180', false],
    ],
    offers: [
      offer(['息安', 'XA-7', '1380000.00'], { met: ['yes', 'yes', 'yes'] }),
      offer(['通气', 'TQ-500', '1460000.00'], { met: ['yes', 'no', 'yes'] }),
      offer(['恒息', 'HX-3', '1490000.00'], { met: ['yes', 'no', 'no'] }),
    ],
  },
  {
    title: '检验科全自动化学发光免疫分析仪医疗需求',
    stage: 'second',
    budget: '2200000.00',
    purpose: '免疫检验标本量增长，配置化学发光免疫分析流水线。',
    item: ['化学发光免疫分析仪', '双模块'],
    parameters: [
      ['测试速度', '测试/小时', '≥ 600', true],
      ['试剂位', '个', '≥ 50', true],
      ['急诊优先', '', '支持', false],
    ],
    offers: [
      offer(['光测', 'GC-600', '1950000.00'], {
        consumable: ['甲功五项试剂', '1680.00', '320'],
        met: ['yes', 'yes', 'yes'],
      }),
      offer(['免联', 'ML-480', '1780000.00'], {
        consumable: ['甲功五项试剂', '1520.00', '320'],
        met: ['no', 'yes', 'yes'],
      }),
      offer(['诺光', 'NG-900', '2150000.00'], {
        consumable: ['甲功五项试剂', '1860.00', '320'],
        met: ['yes', 'no', 'yes'],
      }),
    ],
  },
  {
    title: '手术室麻醉工作站医疗需求',
    stage: 'compared',
    budget: '1320000.00',
    purpose: '新手术室三间，配置麻醉工作站。',
    item: ['麻醉工作站', '含监护'],
    parameters: [
      ['最小潮气量', 'mL', '≤ 5', true],
      ['电子流量计', '', '支持', true],
      ['麻醉深度监测', '', '支持', false],
    ],
    offers: [
      offer(['安麻', 'AM-9', '1180000.00'], { consumable: ['钠石灰罐', '260.00', '900'], met: ['yes', 'yes', 'yes'] }),
      offer(['眠科', 'MK-50', '1060000.00'], { consumable: ['钠石灰罐', '310.00', '900'], met: ['no', 'yes', 'yes'] }),
      offer(['舒宁', 'SN-700', '1240000.00'], { consumable: ['钠石灰罐', '235.00', '900'], met: ['yes', 'yes', 'no'] }),
    ],
  },
  {
    title: '放疗科医用直线加速器医疗需求',
    stage: 'concluded',
    budget: '19800000.00',
    purpose: '更换到期停用的直线加速器。',
    item: ['医用直线加速器', '高能'],
    parameters: [
      ['X 射线能量档', '档', '≥ 3', true],
      ['多叶光栅', '对', '≥ 60', true],
      ['图像引导', '', '支持', true],
    ],
    offers: [
      offer(['瑞加', 'RJ-21', '18600000.00'], { maintenance: '980000.00' }),
      offer(['东射', 'DS-6', '17900000.00'], { maintenance: '1020000.00' }),
      offer(['精疗', 'JL-X', '19200000.00'], { maintenance: '860000.00' }),
    ],
    extras: { licence: '乙类', years: '10' },
  },
  {
    title: '内镜中心电子胃肠镜系统医疗需求',
    stage: 'reviewing',
    budget: '2860000.00',
    purpose: '内镜中心新增两间诊室。',
    item: ['电子胃肠镜系统', '含主机、胃镜、肠镜'],
    parameters: [
      ['图像分辨率', '', '≥ 1920×1080', true],
      ['放大倍率', '倍', '≥ 80', true],
    ],
    offers: [
      offer(['镜明', 'JM-800', '2580000.00'], { met: ['yes', 'yes'] }),
      offer(['窥探', 'KT-2', '2690000.00'], { met: ['yes', 'yes'] }),
      offer(['晰影', 'XY-90', '2740000.00'], { met: ['yes', 'yes'] }),
    ],
  },
  {
    title: '心内科动态心电分析系统医疗需求',
    stage: 'planned',
    budget: '680000.00',
    purpose: '动态心电检查预约时间过长，增加记录盒与分析站。',
    item: ['动态心电分析系统', '含记录盒 40 只'],
    parameters: [['导联数', '导', '≥ 12', true]],
    offers: [
      offer(['律动', 'LD-12', '590000.00'], { met: ['yes'] }),
      offer(['心迹', 'XJ-5', '620000.00'], { met: ['yes'] }),
      offer(['博律', 'BL-12', '640000.00'], { met: ['yes'] }),
    ],
  },
  {
    title: '康复科高压氧舱医疗需求',
    stage: 'handed',
    budget: '3100000.00',
    purpose: '康复科新建高压氧治疗室。',
    item: ['医用高压氧舱', '十二人'],
    parameters: [['治疗人数', '人', '≥ 12', true]],
    offers: [
      offer(['氧康', 'YK-12', '2850000.00'], { met: ['yes'] }),
      offer(['舱安', 'CA-14', '2920000.00'], { met: ['yes'] }),
      offer(['江氧', 'JY-12', '2990000.00'], { met: ['yes'] }),
    ],
  },
  {
    title: '皮肤科激光治疗仪医疗需求',
    stage: 'withdrawn',
    budget: '760000.00',
    purpose: '皮肤科开展色素性疾病激光治疗。',
    item: ['调Q激光治疗仪', ''],
    parameters: [['波长', 'nm', '1064、532', true]],
    offers: [],
  },
]
