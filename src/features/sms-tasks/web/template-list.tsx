import { useState } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/templates.ts'
import { type Template, TemplateDrawer } from './template-drawer.tsx'
import { TemplateVersions } from './template-versions.tsx'
import { reviewTag, useSender } from './words.ts'

const TABS = { active: '可用', pending: '待审核', refused: '未通过', revoked: '已撤销', disabled: '停用' } as const

/** Whether a template is offered, else what its newest version waits for. */
const stateOf = ({ state, review }: Template) =>
  state === 'disabled' ? { label: '停用', tone: 'neutral' as const } : reviewTag(review)

/** What of a template is not to be seen by its state. */
function noteOf({ version, offeredVersion, review, reviewReason }: Template): string {
  const former = offeredVersion !== null && offeredVersion !== version ? `任务仍使用第 ${offeredVersion} 版` : ''
  const said = reviewReason && `${reviewTag(review).label}：${reviewReason}`
  return [said, former].filter(Boolean).join('；')
}

/** What may be sent to suppliers. */
export function Screen() {
  const isSender = useSender()
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  const [shown, setShown] = useState<Template | null>(null)
  const act = useAction(c.actOnTemplate, { success: '已更新' })
  return (
    <>
      <ListScreen
        title="短信模板"
        endpoint={c.templatePage}
        rowKey={(row) => row.templateId}
        exportAs="短信模板"
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            ...Object.entries(TABS).map(([value, label]) => ({ value, label })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '模板名称或正文' }]}
        columns={[
          { key: 'name', title: '模板', width: 180, value: (row) => row.name },
          { key: 'text', title: '正文', value: (row) => row.text },
          { key: 'kind', title: '类型', width: 80, value: (row) => (row.isMarketing ? '营销' : '通知') },
          { key: 'segments', title: '条数', kind: 'number', width: 70, value: (row) => row.segments },
          { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
          { key: 'note', title: '说明', width: 180, value: noteOf },
          { key: 'at', title: '更新时间', kind: 'time', width: 130, value: (row) => row.changedAt },
          {
            key: 'state',
            title: '状态',
            width: 80,
            value: (row) => stateOf(row).label,
            render: (row) => <StatusTag {...stateOf(row)} />,
          },
        ]}
        rowActions={(row) => [
          isSender && row.state === 'active' && { label: '编辑', onClick: () => setEdited(row) },
          { label: '版本', onClick: () => setShown(row) },
          isSender && {
            label: row.state === 'active' ? '停用' : '启用',
            ...(row.state === 'active' && { confirm: '停用后不能用于新任务，已提交的任务不受影响。' }),
            onClick: () =>
              act.run({
                params: { templateId: row.templateId },
                body: { action: row.state === 'active' ? 'disable' : 'enable' },
              }),
          },
        ]}
        {...(isSender && { primary: { label: '新建模板', onClick: () => setEdited('new') } })}
        empty={{
          title: '还没有短信模板',
          hint: '写好常用的通知，经平台审核通过后用于短信任务，发送时自动填入供应商名称和联系人',
        }}
      />
      {edited && <TemplateDrawer {...(edited !== 'new' && { template: edited })} onClose={() => setEdited(null)} />}
      {shown && <Versions template={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function Versions({ template: { templateId, name }, onClose }: { template: Template; onClose: () => void }) {
  const versions = useCall(c.templateVersions, { params: { templateId } })
  return <TemplateVersions name={name} query={versions} onClose={onClose} />
}
