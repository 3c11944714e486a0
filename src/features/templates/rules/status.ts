import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

export const TemplateStatus = enumeration({
  draft: { value: 0, label: '草稿' },
  published: { value: 1, label: '已发布' },
  retired: { value: 2, label: '已停用' },
})
export type TemplateStatus = (typeof TemplateStatus.values)[keyof typeof TemplateStatus.values]

export type TemplateAction =
  | 'edit'
  | 'publish'
  | 'copy'
  | 'setDefault'
  | 'unsetDefault'
  | 'discard'
  | 'retire'
  | 'restore'
  | 'delete'

/** What the table looks at. `hasChanges`: the draft says something else than the newest version. */
export interface TemplateFacts {
  status: TemplateStatus
  isDefault: boolean
  hasChanges: boolean
}

export interface TemplateWho {
  /** The template is of the own company, or of the platform whose administrator asks; and the right is there. */
  keeps: boolean
  /** May keep templates of this kind at all: enough to copy what can be read. */
  mayCopy: boolean
}

const S = TemplateStatus.values
const keeper = (who: TemplateWho) => who.keeps

export const TEMPLATE_STATUS = statusTable<TemplateStatus, TemplateAction, TemplateFacts, TemplateWho>(
  (record) => record.status,
  [
    { action: 'edit', label: '编辑', from: [S.draft, S.published], who: keeper, primary: true },
    {
      action: 'publish',
      label: '发布',
      from: [S.draft, S.published],
      to: S.published,
      who: keeper,
    },
    { action: 'copy', label: '复制', from: [S.draft, S.published, S.retired], who: (who) => who.mayCopy },
    {
      action: 'setDefault',
      label: '设为默认',
      from: [S.published],
      who: (who, record) => who.keeps && !record.isDefault,
    },
    {
      action: 'unsetDefault',
      label: '取消默认',
      from: [S.published],
      who: (who, record) => who.keeps && record.isDefault,
    },
    {
      action: 'discard',
      label: '放弃修改',
      from: [S.published],
      who: (who, record) => who.keeps && record.hasChanges,
      confirm: '将放弃未发布的修改，恢复为最近发布的版本。',
      danger: true,
    },
    {
      action: 'retire',
      label: '停用',
      from: [S.published],
      to: S.retired,
      who: keeper,
      confirm: '停用后不能再选用；已选用的采购单不受影响。',
      danger: true,
    },
    { action: 'restore', label: '恢复使用', from: [S.retired], to: S.published, who: keeper, primary: true },
    {
      action: 'delete',
      label: '删除',
      from: [S.draft],
      who: keeper,
      confirm: '尚未发布的模板将被删除，不可恢复。',
      danger: true,
    },
  ],
)
