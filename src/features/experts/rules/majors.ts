/** A node of the classification of majors: works (A), goods (B), services (C), down to three levels. */
export interface Major {
  /** Letter, then two digits a level. */
  code: string
  parent: string | null
  name: string
  isEnabled: boolean
}

/** The classification a tenant starts with; what it changes stands in its own rows (`mergeMajors`). */
const INITIAL: Readonly<Record<string, string>> = {
  A: '工程',
  A01: '规划与勘察',
  A0101: '城乡规划',
  A0102: '工程勘察',
  A02: '设计',
  A0201: '建筑设计',
  A0202: '结构设计',
  A0203: '给排水与暖通设计',
  A03: '施工',
  A0301: '房屋建筑',
  A0302: '机电安装',
  A0303: '净化工程',
  A0304: '市政公用',
  A0305: '装饰装修',
  A04: '监理与项目管理',
  A0401: '工程监理',
  A0402: '项目管理',
  A05: '造价',
  A0501: '工程造价',
  B: '货物',
  B01: '医疗设备与器械',
  B0101: '医疗设备',
  B0102: '医学影像',
  B0103: '生物医学工程',
  B0104: '体外诊断试剂',
  B0105: '医用耗材',
  B02: '信息技术设备',
  B0201: '计算机与网络设备',
  B0202: '信息安全设备',
  B03: '机械与仪器',
  B0301: '计量检测',
  B0302: '机械设备',
  B0303: '电气设备',
  B04: '家具与办公',
  B0401: '家具',
  B0402: '办公设备',
  C: '服务',
  C01: '财务与经济',
  C0101: '财务审计',
  C0102: '政府采购',
  C0103: '资产评估',
  C02: '信息技术服务',
  C0201: '软件开发',
  C0202: '系统集成',
  C0203: '运行维护',
  C03: '法律与咨询',
  C0301: '法律服务',
  C0302: '管理咨询',
  C04: '后勤服务',
  C0401: '物业管理',
  C0402: '安全保卫',
  C0403: '餐饮服务',
}

export const INITIAL_MAJORS: readonly Major[] = Object.entries(INITIAL).map(([code, name]) => ({
  code,
  parent: parentOf(code),
  name,
  isEnabled: true,
}))

const CODE = /^[A-Z]([0-9]{2}){0,3}$/

/** `A0101` → `A01`, `A01` → `A`, `A` → null. */
export function parentOf(code: string): string | null {
  return code.length === 1 ? null : code.length === 3 ? code.slice(0, 1) : code.slice(0, -2)
}

/** Why a code cannot stand in the classification; null when it can. */
export function codeProblem(code: string, known: ReadonlySet<string>): string | null {
  if (!CODE.test(code)) return '编码为一位大写字母，其后每级两位数字，最多三级'
  const parent = parentOf(code)
  return parent === null || known.has(parent) ? null : `上级 ${parent} 不存在`
}

/** The classification in force: the tenant's rows over the initial one, in order of code. */
export function mergeMajors(own: readonly Major[]): Major[] {
  const all = new Map(INITIAL_MAJORS.map((major) => [major.code, major]))
  for (const major of own) all.set(major.code, major)
  return [...all.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Whether a major is the one asked for or below it: `B0102` is of `B01`. */
export function isWithin(code: string, asked: string): boolean {
  return code.startsWith(asked)
}

/** `B0102` → `货物 / 医疗设备与器械 / 医学影像`. */
export function majorPath(code: string, majors: ReadonlyMap<string, Major>): string {
  const names: string[] = []
  for (let at: string | null = code; at !== null; at = parentOf(at)) names.unshift(majors.get(at)?.name ?? at)
  return names.join(' / ')
}
