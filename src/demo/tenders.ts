import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { PlanItem, TenderPlan } from './play/plan.ts'

type Line = readonly [name: string, spec: string, unit: string, quantity: string, price: string]

function items(lines: readonly Line[]): PlanItem[] {
  return lines.map(([name, spec, unit, quantity, controlPrice]) => ({ name, spec, unit, quantity, controlPrice }))
}

function plan(
  given: Pick<TenderPlan, 'projectName' | 'title' | 'estimatedPrice' | 'description'> & {
    lines: readonly Line[]
  } & Partial<TenderPlan>,
): TenderPlan {
  const { lines, ...rest } = given
  return {
    category: 'goods',
    region: '江州市',
    funds: '自筹资金',
    budget: rest.estimatedPrice,
    controlPrice: rest.estimatedPrice,
    bond: '50000',
    suite: 'intl',
    items: items(lines),
    ...rest,
  }
}

/** What is read out, and which files there are, when the quotations come in an envelope of their own. */
const TWO_ENVELOPES: Pick<OrderSettings, 'marks' | 'bidFiles'> = {
  marks: [
    { name: '交货期（日历天）', unit: null, envelope: 1 },
    { name: '质保期（月）', unit: null, envelope: 1 },
  ],
  bidFiles: [
    { role: 'technical', name: '技术标文件', required: true },
    { role: 'business', name: '商务标文件', required: true },
    { role: 'quotation', name: '报价说明', required: true },
  ],
}

/** Enough to see a review at work, and quickly played. */
export const FEW_WAYS: OrderSettings['ways'] = [
  {
    type: 1,
    name: '资格评审',
    itemKind: 1,
    fullMark: '0',
    aggregation: 3,
    isAutomatic: false,
    items: [{ name: '营业执照', standard: '在有效期内', fullMark: '0', isObjective: true }],
  },
  {
    type: 4,
    name: '技术评分',
    itemKind: 2,
    fullMark: '50',
    aggregation: 3,
    isAutomatic: false,
    items: [
      { name: '技术参数响应', standard: '逐条响应，负偏离一项扣3分', fullMark: '30', isObjective: false },
      { name: '实施与售后', standard: '方案完整、响应及时', fullMark: '20', isObjective: false },
    ],
  },
  { type: 3, name: '价格评分', itemKind: 2, fullMark: '50', aggregation: 3, isAutomatic: true, items: [] },
]

/** Bought with public money. */
const GOVERNMENT = { regime: 'government', funds: '财政资金' } as const

/** What the demonstration hospital buys. */
export const PLANS = {
  ct: plan({
    projectName: '江州市第一人民医院影像中心设备更新项目',
    title: '64排螺旋CT采购',
    estimatedPrice: '9800000',
    bond: '180000',
    description: '采购64排螺旋CT一套及配套高压注射器、后处理工作站，含安装调试、机房改造配合与培训。',
    lines: [
      ['64排螺旋CT主机', '探测器物理排数≥64排，机架孔径≥70cm，球管热容量≥7MHU', '套', '1', '7600000'],
      ['双筒高压注射器', '双筒，流速0.1–10mL/s', '台', '1', '280000'],
      ['影像后处理工作站', '三维重建、心脏分析、肺结节分析软件包', '套', '2', '460000'],
      ['不间断电源', '100kVA，后备30分钟', '台', '1', '320000'],
      ['铅防护用品', '铅衣、铅帽、铅围脖成套', '套', '10', '6800'],
      ['五年原厂维保', '含球管一只，年均开机率≥95%', '年', '1', '612000'],
    ],
  }),
  ultrasound: plan({
    ...GOVERNMENT,
    projectName: '江州市第一人民医院超声科扩容项目',
    title: '高端彩色多普勒超声诊断仪采购',
    estimatedPrice: '3600000',
    bond: '70000',
    suite: 'gm',
    description: '采购全身应用型高端彩色多普勒超声诊断仪两台、便携式超声一台。',
    lines: [
      ['高端彩色多普勒超声诊断仪', '全身应用型，配四探头，支持弹性成像与造影', '台', '2', '1480000'],
      ['便携式彩超', '重量≤6kg，配凸阵与线阵探头', '台', '1', '420000'],
      ['超声工作站', '图文报告、DICOM接口', '套', '3', '50000'],
      ['检查床', '电动升降', '张', '3', '23000'],
    ],
  }),
  monitor: plan({
    projectName: '江州市第一人民医院重症医学科设备采购项目',
    title: '多参数监护仪及中央站采购',
    estimatedPrice: '2150000',
    bond: '40000',
    description: '采购重症医学科多参数监护仪36台、中央监护站2套，含组网与培训。',
    lines: [
      ['多参数监护仪', '心电、血氧、无创与有创血压、体温、呼吸末二氧化碳', '台', '36', '46000'],
      ['中央监护站', '支持64床，双屏', '套', '2', '148000'],
      ['转运监护仪', '≥5.5英寸，防跌落', '台', '4', '49500'],
    ],
  }),
  clean: plan({
    projectName: '江州市第一人民医院手术室净化改造工程',
    title: '手术室净化改造工程施工',
    category: 'works',
    estimatedPrice: '6850000',
    bond: '130000',
    description: '改造百级手术间2间、万级手术间4间，含围护结构、净化空调、医用气体、电气与装饰装修。',
    lines: [
      ['围护结构', '电解钢板墙面，含气密处理', '平方米', '1860', '680'],
      ['净化空调机组', '组合式，新风15%–100%可调', '台', '6', '386000'],
      ['医用气体系统', '氧气、负压、压缩空气、二氧化碳终端', '项', '1', '785000'],
      ['手术室电气', '含隔离电源系统', '项', '1', '1120000'],
      ['层流天花', '百级，含均流膜', '套', '2', '268000'],
      ['PVC地面', '2.0mm同质透心', '平方米', '920', '245'],
    ],
  }),
  reagent: plan({
    ...GOVERNMENT,
    projectName: '江州市第一人民医院检验科年度试剂采购项目',
    title: '生化检验试剂年度采购',
    estimatedPrice: '4200000',
    bond: '80000',
    description: '采购全自动生化分析仪配套试剂一年用量，含校准品与质控品。',
    lines: [
      ['肝功能试剂组合', '含ALT、AST、TBIL等12项', '测试', '360000', '3.6'],
      ['肾功能试剂组合', '含Urea、Crea、UA', '测试', '300000', '2.9'],
      ['血脂试剂组合', '含TC、TG、HDL-C、LDL-C', '测试', '280000', '4.2'],
      ['校准品', '复合校准', '盒', '120', '1850'],
      ['质控品', '两水平', '盒', '240', '1120'],
    ],
  }),
  his: plan({
    projectName: '江州市第一人民医院信息系统运维服务项目',
    title: '医院信息系统三年运维服务',
    category: 'services',
    estimatedPrice: '2880000',
    bond: '50000',
    description: '提供医院信息系统（HIS、EMR、LIS、PACS接口）三年驻场运维、巡检与应急响应服务。',
    lines: [
      ['驻场运维服务', '6人驻场，7×24小时响应', '月', '36', '62000'],
      ['年度等保测评配合', '三级系统', '次', '3', '88000'],
      ['应急演练', '每半年一次', '次', '6', '64000'],
    ],
  }),
  endoscope: plan({
    projectName: '江州市第一人民医院内镜中心建设项目',
    title: '电子胃肠镜系统采购',
    estimatedPrice: '3950000',
    bond: '70000',
    description: '采购电子胃肠镜主机两套、胃镜六条、肠镜四条及清洗消毒设备。',
    lines: [
      ['内镜主机', '4K，支持窄带成像与放大', '套', '2', '680000'],
      ['电子胃镜', '钳道≥2.8mm，放大≥80倍', '条', '6', '228000'],
      ['电子肠镜', '可变硬度', '条', '4', '246000'],
      ['清洗消毒机', '双槽', '台', '2', '119000'],
    ],
  }),
  furniture: plan({
    projectName: '江州市第一人民医院新住院楼家具采购项目',
    title: '新住院楼病房家具采购',
    estimatedPrice: '1960000',
    bond: '35000',
    description: '采购病房床头柜、陪护椅、护士站与更衣柜等家具，含安装。',
    lines: [
      ['床头柜', 'ABS，带餐板', '个', '620', '780'],
      ['陪护椅', '可展开为床', '张', '620', '1260'],
      ['护士站', '人造石台面，转角式', '套', '14', '32800'],
      ['更衣柜', '钢制，六门', '组', '180', '1240'],
    ],
  }),
  laser: plan({
    projectName: '江州市第一人民医院飞秒激光手术系统采购项目',
    title: '飞秒激光手术系统采购',
    method: invitedBidding.code,
    estimatedPrice: '4200000',
    bond: '80000',
    description: '采购眼科飞秒激光手术系统1套，技术复杂，仅有少量潜在供应商，邀请招标。',
    lines: [
      ['飞秒激光手术系统', '全飞秒，含患者接口', '套', '1', '3980000'],
      ['手术显微镜', '同轴照明，含示教', '台', '1', '220000'],
    ],
  }),
  oxygen: plan({
    projectName: '江州市第一人民医院医用制氧系统更新项目',
    title: '医用制氧系统更新',
    estimatedPrice: '1460000',
    bond: '28000',
    description: '更新医用分子筛制氧系统一套，含安装、验证与三年维保。',
    lines: [
      ['医用分子筛制氧机', '产氧量≥30Nm³/h，氧浓度≥93%', '套', '1', '1180000'],
      ['氧气汇流排', '自动切换', '套', '1', '160000'],
      ['三年维保', '含分子筛更换', '项', '1', '120000'],
    ],
    settings: { ways: FEW_WAYS, qualifications: [{ name: '医疗器械经营许可证', required: true }] },
  }),
  ventilator: plan({
    projectName: '江州市第一人民医院呼吸机采购项目',
    title: '有创呼吸机采购',
    estimatedPrice: '3200000',
    bond: '60000',
    description: '采购有创呼吸机16台，含一年耗材与培训。',
    lines: [
      ['有创呼吸机', '涡轮驱动，支持压力与容量双控', '台', '16', '186000'],
      ['湿化器', '伺服控制', '台', '16', '14000'],
    ],
  }),
  robot: plan({
    projectName: '江州市第一人民医院手术机器人采购项目',
    title: '腹腔镜手术机器人采购（国密）',
    estimatedPrice: '9600000',
    bond: '180000',
    suite: 'gm',
    description: '采购腹腔镜手术机器人一套，含器械、培训与五年维保。投标文件按国密算法（SM2/SM4/SM3）加密。',
    lines: [
      ['手术机器人主机', '四臂，三维高清影像，含医生控制台', '套', '1', '8200000'],
      ['专用器械包', '可重复使用≥10次', '套', '20', '38000'],
      ['术者培训', '含动物实验与考核', '人', '8', '80000'],
    ],
  }),
  security: plan({
    projectName: '江州市第一人民医院安防系统升级项目',
    title: '安防监控系统升级',
    estimatedPrice: '1580000',
    bond: '30000',
    description: '升级全院视频监控、门禁与一键报警系统。',
    lines: [
      ['网络摄像机', '400万像素，含支架', '台', '260', '1850'],
      ['存储服务器', '48盘位', '台', '4', '96000'],
      ['门禁控制器', '四门', '套', '60', '3600'],
      ['一键报警终端', '可视对讲', '台', '45', '5200'],
      ['施工与集成', '含布线', '项', '1', '265000'],
    ],
  }),
  ecg: plan({
    projectName: '江州市第一人民医院心电网络建设项目',
    title: '心电网络系统及心电图机采购',
    estimatedPrice: '1280000',
    bond: '25000',
    description: '采购十八导心电图机、动态心电记录仪及全院心电网络系统，含接口与培训。',
    lines: [
      ['十八导心电图机', '同步采集，内置分析', '台', '12', '48000'],
      ['动态心电记录仪', '十二导，72 小时', '台', '20', '16000'],
      ['心电网络系统', '含诊断中心与移动端', '套', '1', '384000'],
    ],
  }),
  xray: plan({
    projectName: '江州市第一人民医院放射科设备补充项目',
    title: '移动式数字X线机采购',
    estimatedPrice: '2760000',
    bond: '50000',
    description: '采购移动式数字X线机两台及配套平板探测器，含三年维保。',
    lines: [
      ['移动式数字X线机', '电动助力，高压发生器≥32kW', '台', '2', '1180000'],
      ['无线平板探测器', '35×43cm，防水', '块', '2', '150000'],
      ['三年维保', '含备件', '项', '1', '100000'],
    ],
  }),
  sterilizer: plan({
    ...GOVERNMENT,
    projectName: '江州市第一人民医院消毒供应中心改造项目',
    title: '脉动真空灭菌器采购',
    estimatedPrice: '1720000',
    bond: '30000',
    description: '采购脉动真空灭菌器三台、低温等离子灭菌器一台，含安装与验证。',
    lines: [
      ['脉动真空灭菌器', '容积≥1.2立方米，双门', '台', '3', '420000'],
      ['低温等离子灭菌器', '容积≥100升', '台', '1', '360000'],
      ['安装与验证', '含性能确认', '项', '1', '100000'],
    ],
  }),
  bed: plan({
    ...GOVERNMENT,
    projectName: '江州市第一人民医院病床更新项目',
    title: '电动病床采购',
    estimatedPrice: '3480000',
    bond: '65000',
    description: '采购五功能电动病床与配套床垫，含旧床回收。',
    lines: [
      ['五功能电动病床', '承重≥250kg，含护栏与刹车', '张', '240', '12500'],
      ['防褥疮床垫', '交替充气', '张', '240', '1800'],
      ['旧床回收与安装', '', '项', '1', '48000'],
    ],
  }),
  stretcher: plan({
    projectName: '江州市第一人民医院急诊转运设备采购项目',
    title: '急诊转运平车采购',
    estimatedPrice: '860000',
    bond: '15000',
    description: '采购急诊与手术室用转运平车，含配套氧气瓶架与输液架。',
    lines: [
      ['液压转运平车', '升降范围560–900mm，承重≥250kg', '台', '40', '18500'],
      ['手术室对接车', '双车体，含轨道对接', '台', '6', '20000'],
    ],
    settings: { ways: FEW_WAYS, qualifications: [] },
  }),
  dialysis: plan({
    projectName: '江州市第一人民医院血液净化中心改造项目',
    title: '血液净化水处理系统采购（双信封）',
    estimatedPrice: '2400000',
    bond: '45000',
    description: '采购双级反渗透水处理系统及供液管路，报价信封在第一阶段评审后开启。',
    reviewModel: 2,
    settings: { ...TWO_ENVELOPES, ways: FEW_WAYS, qualifications: [] },
    lines: [
      ['双级反渗透水处理机', '产水量≥2000L/h，双级串联', '套', '1', '1680000'],
      ['供液管路', 'PEX-A，含消毒循环', '项', '1', '520000'],
      ['水质在线监测', '电导率、余氯、细菌内毒素', '套', '1', '200000'],
    ],
  }),
  laundry: plan({
    projectName: '江州市第一人民医院后勤保障服务项目',
    title: '医用织物洗涤服务采购',
    category: 'services',
    estimatedPrice: '1860000',
    bond: '35000',
    description: '提供医用织物收集、洗涤、消毒与配送服务一年。采购文件约定评审中报价一轮。',
    offerRounds: 1,
    settings: { ways: FEW_WAYS, qualifications: [] },
    lines: [
      ['床单被套洗涤', '含收送、消毒、折叠', '件', '360000', '3.2'],
      ['手术衣洗涤', '含高温消毒与包装', '件', '96000', '4.8'],
      ['窗帘隔帘洗涤', '含拆装', '平方米', '31000', '7.9'],
    ],
  }),
  ward: {
    projectName: '江州市第一人民医院住院部改造信息化项目',
    title: '智慧病房系统建设（双信封）',
    category: 'goods',
    region: '江州市',
    funds: '财政资金',
    budget: '4600000',
    estimatedPrice: '4600000',
    controlPrice: '4600000',
    bond: '90000',
    suite: 'intl',
    description: '住院部 12 个病区的床旁交互、护理呼叫与输液监测系统，报价信封在第一阶段评审后开启。',
    reviewModel: 2,
    settings: TWO_ENVELOPES,
    items: [
      {
        name: '床旁交互终端',
        spec: '13.3 英寸，抗菌外壳',
        unit: '台',
        quantity: '480',
        controlPrice: '5200',
        section: '终端',
      },
      { name: '护理呼叫主机', spec: '双机热备', unit: '套', quantity: '12', controlPrice: '38000', section: '终端' },
      { name: '输液监测器', spec: '红外滴速', unit: '个', quantity: '480', controlPrice: '1500', section: '终端' },
      { name: '病区管理软件', spec: '含对接 HIS', unit: '套', quantity: '1', controlPrice: '860000', section: '软件' },
    ],
  },
  ...invitedRange({
    draft: ['眼科光学生物测量仪', '套', '2', '680000'],
    decrypting: ['术中神经监测仪', '套', '3', '760000'],
    announcing: ['术中放疗设备', '套', '1', '3800000'],
    opened: ['冷冻消融系统', '套', '1', '2600000'],
    reviewing: ['质子治疗计划软件', '套', '1', '1900000'],
    summarised: ['心脏三维标测系统', '套', '1', '3600000'],
    reviewed: ['超声刀主机', '台', '6', '420000'],
    candidates: ['胶囊内镜系统', '套', '2', '580000'],
    awarded: ['关节手术导航系统', '套', '1', '2900000'],
    archived: ['脑磁图配套软件', '套', '1', '1500000'],
    abortive: ['体外膜肺氧合系统', '套', '2', '1200000'],
  }),
} as const satisfies Record<string, TenderPlan>

/** Invited tenders of one line, short enough that one may stand in every state. */
function invitedRange<K extends string>(
  given: Record<K, readonly [what: string, unit: string, quantity: string, price: string]>,
): { readonly [N in K as `invited-${N}`]: TenderPlan } {
  const plans = Object.entries<readonly [string, string, string, string]>(given).map(
    ([stage, [what, unit, quantity, price]]) => {
      const estimatedPrice = String(Number(quantity) * Number(price))
      return [
        `invited-${stage}`,
        plan({
          projectName: `江州市第一人民医院${what}采购项目`,
          title: `${what}邀请招标`,
          method: invitedBidding.code,
          estimatedPrice,
          bond: '20000',
          description: `采购${what}，技术复杂，仅有少量潜在供应商，邀请招标。`,
          lines: [[what, '含安装、培训', unit, quantity, price]],
          settings: { ways: FEW_WAYS, qualifications: [] },
        }),
      ]
    },
  )
  return Object.fromEntries(plans) as never
}

export type PlanName = keyof typeof PLANS
