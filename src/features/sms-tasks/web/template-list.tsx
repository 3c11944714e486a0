import { Drawer } from 'antd'
import { useState } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/templates.ts'
import { type Template, TemplateDrawer } from './template-drawer.tsx'
import { useSender } from './words.ts'

const STATES = {
  active: { label: '启用', tone: 'success' },
  disabled: { label: '停用', tone: 'neutral' },
} as const

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
            ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '模板名称或正文' }]}
        columns={[
          { key: 'name', title: '模板', width: 180, value: (row) => row.name },
          { key: 'text', title: '正文', value: (row) => row.text },
          { key: 'kind', title: '类型', width: 80, value: (row) => (row.isMarketing ? '营销' : '通知') },
          { key: 'segments', title: '条数', kind: 'number', width: 70, value: (row) => row.segments },
          { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
          { key: 'at', title: '更新时间', kind: 'time', width: 130, value: (row) => row.changedAt },
          {
            key: 'state',
            title: '状态',
            width: 80,
            value: (row) => STATES[row.state].label,
            render: (row) => <StatusTag {...STATES[row.state]} />,
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
        empty={{ title: '还没有短信模板', hint: '写好常用的通知，发送时按供应商自动填入名称和联系人' }}
      />
      {edited && <TemplateDrawer {...(edited !== 'new' && { template: edited })} onClose={() => setEdited(null)} />}
      {shown && <Versions template={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function Versions({ template, onClose }: { template: Template; onClose: () => void }) {
  const versions = useCall(c.templateVersions, { params: { templateId: template.templateId } })
  return (
    <Drawer open title={`版本：${template.name}`} size={720} onClose={onClose}>
      <WhenLoaded query={versions}>
        {(rows) => (
          <DataTable
            label="版本"
            rows={rows}
            rowKey={(row) => String(row.version)}
            columns={[
              { key: 'version', title: '版本', width: 90, isHead: true, value: (row) => `第 ${row.version} 版` },
              { key: 'text', title: '正文', value: (row) => row.text },
              { key: 'kind', title: '类型', width: 70, value: (row) => (row.isMarketing ? '营销' : '通知') },
              { key: 'by', title: '修改人', width: 90, value: (row) => row.byName },
              { key: 'at', title: '时间', kind: 'time', width: 130, value: (row) => row.at },
            ]}
          />
        )}
      </WhenLoaded>
    </Drawer>
  )
}
