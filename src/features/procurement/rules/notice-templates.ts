import { NoticeKind } from './enums.ts'
import { doc, heading, paragraph, type RichNode } from './rich-text.ts'

export interface BuiltInTemplate {
  id: string
  kind: NoticeKind
  name: string
  content: RichNode
}

const PROJECT_PART = [
  heading('一、项目概况'),
  paragraph('项目名称：{{项目名称}}（{{项目编号}}）'),
  paragraph('资金来源：{{资金来源}}'),
  paragraph('{{项目概况}}'),
  paragraph('最高限价：{{最高限价}}'),
]
const TENDER_PART = [
  paragraph(
    '招标文件获取时间：{{招标文件获取开始时间}} 至 {{招标文件获取截止时间}}，售价 {{招标文件售价}}。报名通过后在本平台下载。',
  ),
  heading('三、投标与开标'),
  paragraph('对招标文件的疑问须于 {{提问截止时间}} 前在本平台提出。'),
  paragraph('投标截止时间：{{投标截止时间}}。投标文件在本平台加密提交，逾期提交的不予受理。'),
  paragraph('开标时间：{{开标时间}}；开标地点：{{开标地点}}。'),
  paragraph('投标保证金：{{投标保证金}}。'),
  paragraph('异常低价的认定与处理：{{异常低价}}'),
  heading('四、联系方式'),
  paragraph('采购人：{{采购人}}'),
]

/**
 * Templates that every tenant has. Ids are fixed, so that they can be named in addresses like the stored ones. Words in
 * single braces are the method's, double braces are live fields of the order.
 */
const TENDER_ANNOUNCEMENT: BuiltInTemplate = {
  id: '01900000-0000-7000-8000-000000000001',
  kind: NoticeKind.values.announcement,
  name: '公开招标公告（通用）',
  content: doc(
    paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行{{采购方式}}，欢迎符合条件的供应商参加。'),
    ...PROJECT_PART,
    heading('二、报名与招标文件获取'),
    paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
    ...TENDER_PART,
  ),
}

/** A letter to suppliers who were chosen (招标投标法第十七条). */
const TENDER_INVITATION: BuiltInTemplate = {
  id: '01900000-0000-7000-8000-000000000003',
  kind: NoticeKind.values.invitation,
  name: '投标邀请书（通用）',
  content: doc(
    paragraph(
      '{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行{{采购方式}}，现邀请贵单位参加投标。本邀请书仅向受邀单位发出。',
    ),
    ...PROJECT_PART,
    heading('二、接受邀请与招标文件获取'),
    paragraph(
      '贵单位接受邀请的，请于 {{报名截止时间}}（北京时间，下同）前在本平台报名并提交：{{报名资料}}；不参加的，请在此前谢绝。',
    ),
    ...TENDER_PART,
  ),
}

const AUCTION_SUBJECT = [
  heading('一、采购内容'),
  paragraph('项目名称：{{项目名称}}（{{项目编号}}）'),
  paragraph('{{项目概况}}'),
  paragraph('起始价（最高限价）：{{最高限价}}'),
]
/** An auction names its rules. */
const AUCTION_RULES = [
  paragraph('疑问须于 {{提问截止时间}} 前在本平台提出。'),
  heading('三、竞价'),
  paragraph('竞价开始时间：{{竞价开始时间}}；时长：{{竞价时长}}；最小降幅：{{最小降幅}}。'),
  paragraph('延时规则：{{延时规则}}。'),
  paragraph(
    '竞价按采购单总价由高到低进行，最终报价最低者为第一成交候选人。报名通过的供应商不足 3 家的，本次竞价流标。',
  ),
  paragraph('竞价后议价：{{议价规则}}。'),
  heading('四、联系方式'),
  paragraph('采购人：{{采购人}}'),
]

const AUCTION_ANNOUNCEMENT: BuiltInTemplate = {
  ...TENDER_ANNOUNCEMENT,
  name: '竞价公告（通用）',
  content: doc(
    paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行竞价采购，欢迎符合条件的供应商参加。'),
    ...AUCTION_SUBJECT,
    heading('二、报名'),
    paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
    ...AUCTION_RULES,
  ),
}

const AUCTION_INVITATION: BuiltInTemplate = {
  ...TENDER_INVITATION,
  name: '竞价邀请书（通用）',
  content: doc(
    paragraph(
      '{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行竞价采购，现邀请贵单位参加。本邀请书仅向受邀单位发出。',
    ),
    ...AUCTION_SUBJECT,
    heading('二、接受邀请'),
    paragraph(
      '贵单位接受邀请的，请于 {{报名截止时间}}（北京时间，下同）前在本平台报名并提交：{{报名资料}}；不参加的，请在此前谢绝。',
    ),
    ...AUCTION_RULES,
  ),
}

/** What an inquiry says of its quotes. */
const INQUIRY_PART = [
  heading('一、采购内容'),
  paragraph('项目名称：{{项目名称}}（{{项目编号}}）'),
  paragraph('{{项目概况}}'),
  paragraph('最高限价：{{最高限价}}'),
]
const INQUIRY_RULES = [
  paragraph('疑问须于 {{提问截止时间}} 前在本平台提出。'),
  heading('三、报价'),
  paragraph('报价截止时间：{{投标截止时间}}。报价在本平台加密提交，截止前任何人无法查看，逾期不予受理。'),
  paragraph('报价要求：{{报价要求}}。'),
  heading('四、联系方式'),
  paragraph('采购人：{{采购人}}'),
]

const INQUIRY_ANNOUNCEMENT: BuiltInTemplate = {
  ...TENDER_ANNOUNCEMENT,
  name: '{announcement}（通用）',
  content: doc(
    paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行{{采购方式}}，欢迎符合条件的供应商参加。'),
    ...INQUIRY_PART,
    heading('二、报名'),
    paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
    ...INQUIRY_RULES,
  ),
}

const INQUIRY_INVITATION: BuiltInTemplate = {
  ...TENDER_INVITATION,
  name: '{invitation}（通用）',
  content: doc(
    paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行{{采购方式}}，现邀请贵单位报价。'),
    ...INQUIRY_PART,
    heading('二、接受邀请'),
    paragraph(
      '贵单位接受邀请的，请于 {{报名截止时间}}（北京时间，下同）前在本平台报名并提交：{{报名资料}}；不参加的，请在此前谢绝。',
    ),
    ...INQUIRY_RULES,
  ),
}

/** What must be said of a supplier that is asked alone (财政部令第74号第三十八条). */
const SOLE_ANNOUNCEMENT: BuiltInTemplate = {
  ...TENDER_ANNOUNCEMENT,
  name: '{announcement}（通用）',
  content: doc(
    paragraph('{{采购人}}拟就{{标段名称}}（编号：{{标段编号}}）采用单一来源方式采购，现予公示。'),
    ...PROJECT_PART,
    heading('二、拟定的供应商与理由'),
    paragraph('拟定的唯一供应商：{{拟定供应商}}'),
    paragraph('采用单一来源采购方式的理由：{{单一来源理由}}'),
    paragraph('专业人员论证意见：{{论证意见}}'),
    heading('三、公示与异议'),
    paragraph(
      '公示期限：{{单一来源公示期限}}。任何供应商、单位或者个人对采用单一来源采购方式有异议的，可以在公示期内在本平台向采购人提出。',
    ),
    heading('四、响应与协商'),
    paragraph(
      '受邀供应商请于 {{报名截止时间}}（北京时间，下同）前在本平台报名并提交：{{报名资料}}；于 {{投标截止时间}} 前提交响应文件，其后进行协商。',
    ),
    heading('五、联系方式'),
    paragraph('采购人：{{采购人}}'),
  ),
}

/** The announcement states reason and intended supplier (GB/T 43711-2024, 7.2.2.3); as a letter it says the same. */
const DIRECT_ANNOUNCEMENT: BuiltInTemplate = {
  ...TENDER_ANNOUNCEMENT,
  name: '{announcement}（通用）',
  content: doc(
    paragraph('{{采购人}}拟就{{标段名称}}（编号：{{标段编号}}）采用直接采购方式采购。'),
    ...PROJECT_PART,
    heading('二、拟定的供应商与理由'),
    paragraph('拟定的供应商：{{拟定供应商}}'),
    paragraph('采用直接采购方式的理由：{{直接采购理由}}'),
    heading('三、公示与异议'),
    paragraph(
      '公示期限：{{直接采购公示期限}}。公示的，任何供应商、单位或者个人对采用直接采购方式有异议，可以在公示期内在本平台向采购人提出。',
    ),
    heading('四、响应与协商'),
    paragraph(
      '受邀供应商请于 {{报名截止时间}}（北京时间，下同）前在本平台报名并提交：{{报名资料}}；于 {{投标截止时间}} 前提交响应文件，逐行报价，其后进行协商。',
    ),
    heading('五、联系方式'),
    paragraph('采购人：{{采购人}}'),
  ),
}
const CANDIDATES_ID = '01900000-0000-7000-8000-000000000004'

/** What follows an announcement, in the words of any method. */
const FOLLOWING: readonly BuiltInTemplate[] = [
  {
    id: '01900000-0000-7000-8000-000000000002',
    kind: NoticeKind.values.change,
    name: '变更公告（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）的{announcement}和{documents}变更如下：'),
      heading('一、变更内容'),
      paragraph('{{变更内容}}'),
      heading('二、其他'),
      paragraph('其余内容不变。本变更构成{documents}的组成部分，请各{bidder}在本平台确认。'),
      paragraph('采购人：{{采购人}}'),
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000007',
    kind: NoticeKind.values.clarification,
    name: '澄清说明（通用）',
    content: doc(
      paragraph('现对{{标段名称}}（编号：{{标段编号}}）{documents}作如下澄清：'),
      paragraph('{{澄清内容}}'),
      paragraph('本澄清构成{documents}的组成部分，与{documents}不一致之处以本澄清为准。'),
      paragraph('采购人：{{采购人}}'),
    ),
  },
  {
    id: CANDIDATES_ID,
    kind: NoticeKind.values.candidate,
    name: '{candidateNotice}（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）的评审已经结束，现将{won}候选人公示如下：'),
      paragraph('{{候选人表}}'),
      paragraph(
        '公示期至 {{公示截止时间}}（北京时间）。{bidder}或者其他利害关系人对评审结果有异议的，应当在公示期内在本平台提出。',
      ),
      paragraph('采购人：{{采购人}}'),
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000005',
    kind: NoticeKind.values.result,
    name: '{won}结果公告（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）{decided}，现将{won}结果公告如下：'),
      paragraph('{winner}：{{中标人}}'),
      paragraph('{won}金额：{{中标金额}}（大写：{{中标金额大写}}）'),
      paragraph('采购人：{{采购人}}'),
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000006',
    kind: NoticeKind.values.abortive,
    name: '流标公告（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）因以下原因流标：{{流标原因}}'),
      paragraph('采购人：{{采购人}}'),
    ),
  },
]

export const TENDER_TEMPLATES: readonly BuiltInTemplate[] = [TENDER_ANNOUNCEMENT, ...FOLLOWING]

/** A letter takes the place of the announcement. */
export const INVITED_TEMPLATES: readonly BuiltInTemplate[] = [TENDER_INVITATION, ...FOLLOWING]

export const AUCTION_TEMPLATES: readonly BuiltInTemplate[] = [AUCTION_ANNOUNCEMENT, AUCTION_INVITATION, ...FOLLOWING]
/** Candidates that the buyer proposes (GB/T 43711-2024, 7.5.2); the table follows from the proposal when it is published. */
const PROPOSAL: BuiltInTemplate = {
  id: CANDIDATES_ID,
  kind: NoticeKind.values.candidate,
  name: '{candidateNotice}（通用）',
  content: doc(
    paragraph('{{标段名称}}（编号：{{标段编号}}）{concluded}已经结束，现将拟{won}情况公示如下：'),
    paragraph('{{候选人表}}'),
    paragraph('公示期至 {{公示截止时间}}（北京时间）。{bidder}对公示有异议的，应当在公示期内在本平台提出。'),
    paragraph('采购人：{{采购人}}'),
  ),
}

export const COMPARISON_TEMPLATES: readonly BuiltInTemplate[] = [
  INQUIRY_ANNOUNCEMENT,
  INQUIRY_INVITATION,
  ...FOLLOWING.map((template) => (template.kind === PROPOSAL.kind ? PROPOSAL : template)),
]
export const INQUIRY_TEMPLATES = COMPARISON_TEMPLATES
export const SOLE_TEMPLATES: readonly BuiltInTemplate[] = [SOLE_ANNOUNCEMENT, ...FOLLOWING]
export const DIRECT_TEMPLATES: readonly BuiltInTemplate[] = [DIRECT_ANNOUNCEMENT, ...FOLLOWING]
