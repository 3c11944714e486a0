import { enumeration } from '#contract/enumeration.ts'

/** Of every application: company, service, brand. Only that of a company can be withdrawn. */
export const AuditStatus = enumeration({
  pending: { value: 0, label: '待审核' },
  passed: { value: 1, label: '已通过' },
  rejected: { value: 2, label: '已驳回' },
  withdrawn: { value: 3, label: '已撤回' },
})

export const AuditKind = enumeration({
  certification: { value: 1, label: '企业认证' },
  change: { value: 2, label: '信息变更' },
})

export const CompanyStatus = enumeration({
  normal: { value: 1, label: '正常' },
  forbidden: { value: 0, label: '已停用' },
})

export const JoinStatus = enumeration({
  pending: { value: 0, label: '待处理' },
  accepted: { value: 1, label: '已同意' },
  refused: { value: 2, label: '已拒绝' },
})

export const CardStatus = enumeration({
  waiting: { value: 0, label: '待验证' },
  verified: { value: 1, label: '已验证' },
  failed: { value: 2, label: '验证失败' },
})

export const CompanyScale = enumeration({
  s50: { value: 1, label: '1-50人' },
  s100: { value: 2, label: '51-100人' },
  s300: { value: 3, label: '101-300人' },
  s500: { value: 4, label: '301-500人' },
  s1000: { value: 5, label: '501-1000人' },
  more: { value: 6, label: '1000人以上' },
})

export const BusinessType = enumeration({
  production: { value: 1, label: '生产型' },
  trading: { value: 2, label: '贸易型' },
  service: { value: 3, label: '服务型' },
})

/** Form of ownership, after the statistical classification of registration types. */
export const OWNERSHIPS = [
  '国有独资',
  '国有控股',
  '国有参股',
  '集体所有',
  '股份合作',
  '民营',
  '股份有限',
  '中外合资',
  '中外合作',
  '外商独资',
  '其他',
] as const

/** Categories of public institutions, after their official classification of services. */
export const INSTITUTION_CATEGORIES = [
  '教育',
  '科技',
  '文化',
  '卫生',
  '体育',
  '新闻出版',
  '广播影视',
  '社会福利',
  '交通',
  '城市公用',
  '农林牧渔水',
  '信息咨询',
  '中介服务',
  '勘察设计',
  '地震测防',
  '环境保护',
  '检验检测',
  '机关后勤',
  '其他',
] as const

/** Fifty divisions of GB/T 4754 in which procurement happens, in its order. */
export const INDUSTRIES = [
  '农业',
  '林业',
  '畜牧业',
  '渔业',
  '煤炭开采和洗选业',
  '石油和天然气开采业',
  '金属矿采选业',
  '非金属矿采选业',
  '农副食品加工业',
  '食品制造业',
  '酒、饮料和精制茶制造业',
  '纺织业',
  '服装服饰业',
  '木材加工业',
  '家具制造业',
  '造纸和纸制品业',
  '印刷业',
  '文教体育用品制造业',
  '石油煤炭加工业',
  '化学原料和化学制品制造业',
  '医药制造业',
  '橡胶和塑料制品业',
  '非金属矿物制品业',
  '金属冶炼和压延加工业',
  '金属制品业',
  '通用设备制造业',
  '专用设备制造业',
  '汽车制造业',
  '铁路船舶航空航天设备制造业',
  '电气机械和器材制造业',
  '计算机通信和电子设备制造业',
  '仪器仪表制造业',
  '电力热力生产和供应业',
  '燃气生产和供应业',
  '水的生产和供应业',
  '房屋建筑业',
  '土木工程建筑业',
  '建筑安装业',
  '建筑装饰业',
  '批发业',
  '零售业',
  '交通运输业',
  '仓储和邮政业',
  '住宿和餐饮业',
  '软件和信息技术服务业',
  '金融业',
  '房地产和物业管理业',
  '租赁和商务服务业',
  '科学研究和技术服务业',
  '教育、卫生和公共管理',
] as const
