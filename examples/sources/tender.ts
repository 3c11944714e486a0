import { formatAmount, sum, toCapitals } from '#contract/money.ts'
import type { Block, Document } from './fodt.ts'
import type { Item } from './items.ts'
import { totalOf } from './prices.ts'

export const PROJECT = '江州市第一人民医院门诊综合楼医疗设备及配套采购项目'
export const OWNER = '江州市第一人民医院'
export const AGENCY = '江州正信招标代理有限公司'

const SCORES = [
  [
    '投标报价',
    '40',
    '评标基准价为有效报价的算术平均值；有效报价不少于 5 家时，去掉一个最高价和一个最低价。每高于基准价 1% 扣 1 分，每低于基准价 1% 扣 0.5 分，扣完为止。',
  ],
  ['技术参数响应', '25', '全部满足得 25 分；带“★”的条款负偏离，投标无效；其他条款每一项负偏离扣 1 分。'],
  ['供货安装与验收方案', '10', '进度、场地配合、验收流程完整可行得 8–10 分，基本可行得 4–7 分，有明显缺陷得 0–3 分。'],
  ['培训与售后服务', '10', '响应时限、备件、驻场人员和培训安排，优 8–10 分，良 4–7 分，一般 0–3 分。'],
  ['同类业绩', '8', '近三年单项合同金额 1000 万元以上的同类业绩，每个 2 分，最高 8 分。'],
  ['质量与管理体系', '4', 'ISO 13485、ISO 9001、ISO 14001、ISO 45001 有效认证，每个 1 分。'],
  ['商务条款响应', '3', '付款、交货期、质保期优于招标文件要求的，每项 1 分。'],
] as const

/** The tender document. Times are not in it: they stand in the notice, which the platform keeps and counts. */
export function tenderDocument(items: readonly Item[]): Document {
  const control = totalOf(items.map((i) => ({ price: i.controlPrice, quantity: i.quantity })))
  const bond = `${Math.floor((Number(control) * 0.01) / 10_000)}0000`
  const sections = [...new Set(items.map((i) => i.section))]
  const bySection = sections.map((section, n) => {
    const lines = items.filter((i) => i.section === section)
    const total = totalOf(lines.map((i) => ({ price: i.controlPrice, quantity: i.quantity })))
    return { row: [String(n + 1), section, String(lines.length), formatAmount(total)], total }
  })
  if (sum(bySection.map((s) => s.total)) !== control) throw new Error('the sections do not add up')
  const blocks: Block[] = [
    { title: PROJECT, under: ['公开招标文件', '', `招标人：${OWNER}`, `招标代理机构：${AGENCY}`] },
    { pageBreak: true },
    { heading: '第一章　招标公告' },
    {
      text: `${PROJECT}已具备招标条件，招标人为${OWNER}，资金来自财政资金和医院自筹资金，出资比例为 100%。现对该项目进行公开招标。`,
    },
    { heading: '一、项目概况与招标范围', level: 2 },
    {
      text: `本项目采购门诊综合楼启用所需医疗设备、医用家具和信息化终端共 ${items.length} 项，包括供货、运输、安装、调试、培训、检测、验收和质保期服务，不划分标段。数量和限价见采购清单。`,
    },
    {
      table: [
        ['序号', '分部', '项数', '限价小计（元）'],
        ...bySection.map((s) => s.row),
        ['', '合计', String(items.length), formatAmount(control)],
      ],
      widths: [1.5, 6.5, 2.5, 5.5],
    },
    {
      text: `最高投标限价：人民币 ${formatAmount(control)} 元（大写：${toCapitals(control)}）。投标总价或任何一项单价高于限价的，投标无效。`,
    },
    { heading: '二、投标人资格要求', level: 2 },
    {
      list: [
        '在中华人民共和国境内依法登记，能独立承担民事责任；',
        '具有医疗器械经营许可或者备案，经营范围覆盖所投第二类、第三类医疗器械；',
        '所投医疗器械具有有效的注册证或者备案凭证；',
        '未被列入失信被执行人名单和严重违法失信名单；',
        '单位负责人为同一人或者存在控股、管理关系的不同单位，不得同时参加投标；',
        '不接受联合体投标。',
      ],
    },
    { heading: '三、招标文件的获取、投标与开标', level: 2 },
    {
      text: '招标文件在电子招标采购平台发布和获取，获取时间不少于五日。投标文件在平台上加密递交，投标截止时间和开标时间相同，以平台公告所载时间和平台服务器时间（北京时间）为准。逾期未完成提交的投标文件，平台拒收。',
    },
    {
      text: '投标人在本方使用自己的数字证书加密，开标后在规定时限内自行解密。因投标人原因在时限内未能解密的，视为撤销其投标文件。',
    },
    { heading: '第二章　投标人须知' },
    {
      table: [
        ['条款', '内容'],
        ['投标有效期', '自投标截止之日起 90 日'],
        ['投标保证金', `人民币 ${formatAmount(bond)} 元，不超过最高投标限价的 2%；可用银行转账、保函或者保险`],
        ['提问截止', '投标截止 10 日前，在平台上提出；答复不指明提问人'],
        ['澄清与修改', '影响投标文件编制的，在投标截止 15 日前发布；不足 15 日的顺延'],
        ['投标文件组成', '商务文件、技术文件、已标价的采购清单'],
        ['现场踏勘', '自行踏勘，门诊综合楼 1–7 层和负一层'],
        ['分包', '不允许'],
        ['进口产品', '清单未注明允许的，不接受进口产品'],
        ['履约保证金', '合同价的 5%，验收合格后转为质量保证金'],
        ['中标服务费', '由招标人支付'],
      ],
      widths: [4, 12],
    },
    {
      text: '投标报价为完成招标范围内全部工作的价格，包括货款、税费、运输、保险、仓储、二次搬运、安装、接口对接、检测计量、培训和质保。投标人应对清单逐项报价，未报价的项目视为已包含在其他项目中。',
    },
    { heading: '第三章　评标办法' },
    {
      text: '本项目采用综合评分法，满分 100 分。评标委员会由五人以上单数组成，其中技术、经济等方面的专家不少于成员总数的三分之二。技术和商务得分取各评委评分的算术平均值，计算过程不取舍，最后结果四舍五入保留两位小数。',
    },
    { table: [['评审因素', '分值', '评分标准'], ...SCORES.map((row) => [...row])], widths: [3.6, 1.6, 10.8] },
    {
      text: '偏差率 =（投标报价 − 评标基准价）÷ 评标基准价 × 100%，计算时不取舍。评标基准价在评标结束后不因任何原因调整，计算错误的除外。',
    },
    {
      text: '总分相同的，报价低的排名在前；报价也相同的，技术得分高的排名在前；仍相同的，由评标委员会抽签确定并记录。评标委员会推荐不超过三名有排序的中标候选人，公示不少于三日。',
    },
    { heading: '第四章　合同主要条款' },
    {
      list: [
        '交货期：合同签订后 60 日内全部到货，90 日内完成安装调试；',
        '付款：到货验收合格付 60%，安装验收合格付 35%，质保期满付 5%；',
        '质保期：自验收合格之日起三年，大型设备整机质保，不限次数上门；',
        '响应：接到报修 30 分钟内电话响应，4 小时内到场，48 小时不能修复的提供备用机；',
        '数据：设备与医院信息系统的接口由卖方免费开放和对接；',
        '违约：逾期交货每日按未交货价款的万分之五支付违约金，累计不超过合同价的 5%；',
        '争议：协商不成的，由江州市有管辖权的人民法院管辖。',
      ],
    },
    { heading: '第五章　采购需求' },
    { text: '采购清单以平台发布的电子表格为准，以下列出各分部的主要设备。带“★”的为实质性要求。' },
    ...sections.flatMap((section): Block[] => {
      const main = items
        .filter((i) => i.section === section)
        .toSorted((a, b) => Number(b.controlPrice) - Number(a.controlPrice))
        .slice(0, 5)
      return [
        { heading: section, level: 2 },
        {
          table: [
            ['编码', '名称', '主要技术要求', '数量'],
            ...main.map((i, n) => [i.code, i.name, `${n === 0 ? '★' : ''}${i.spec}`, `${i.quantity} ${i.unit}`]),
          ],
          widths: [3.2, 4.2, 6.6, 2],
        },
      ]
    }),
    { heading: '第六章　投标文件格式' },
    {
      text: '商务文件依次为：投标函、开标一览表、法定代表人身份证明或者授权委托书、资格证明文件、业绩表、商务条款响应表。技术文件依次为：技术参数响应表、供货安装与验收方案、培训与售后服务方案。',
    },
    { text: '投标文件用 PDF 格式上传，单个文件不超过 2 GB；已标价的采购清单在平台上填写或者用模板导入。' },
    { text: OWNER, align: 'right' },
    { text: AGENCY, align: 'right' },
  ]
  return { name: `${PROJECT}招标文件`, running: `${PROJECT}　招标文件`, author: AGENCY, blocks }
}
