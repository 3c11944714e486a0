import { Drawer } from 'antd'
import { useState } from 'react'
import { trimZeros } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/indicators.ts'
import { ItemTable } from './item-table.tsx'
import { type Template, TemplateDrawer } from './template-drawer.tsx'
import { useKeeper } from './words.ts'

/** Indicators with their weights, by version. */
export function Screen() {
  const isKeeper = useKeeper()
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  const [shown, setShown] = useState<Template | null>(null)
  const turn = useAction(c.switchTemplate, { success: '已更新' })
  return (
    <>
      <ListScreen
        title="考核模板"
        endpoint={c.templatePage}
        rowKey={(row) => row.templateId}
        exportAs="考核模板"
        filters={[{ kind: 'text', name: 'keyword', label: '模板名称' }]}
        columns={[
          { key: 'name', title: '模板', width: 200, value: (row) => row.name },
          { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
          {
            key: 'items',
            title: '指标与权重',
            value: (row) => row.items.map(({ name, weight }) => `${name} ${trimZeros(weight)}%`).join('、'),
          },
          { key: 'at', title: '更新时间', kind: 'time', width: 140, value: (row) => row.updatedAt },
          {
            key: 'active',
            title: '状态',
            width: 90,
            value: (row) => (row.isActive ? '启用' : '停用'),
            render: (row) => (
              <StatusTag label={row.isActive ? '启用' : '停用'} tone={row.isActive ? 'success' : 'neutral'} />
            ),
          },
        ]}
        rowActions={(row) => [
          { label: '查看', onClick: () => setShown(row) },
          isKeeper && { label: '编辑', onClick: () => setEdited(row) },
          isKeeper && {
            label: row.isActive ? '停用' : '启用',
            onClick: () => turn.run({ params: { templateId: row.templateId }, body: { isActive: !row.isActive } }),
          },
        ]}
        {...(isKeeper && { primary: { label: '新增模板', onClick: () => setEdited('new') } })}
        empty={{ title: '还没有考核模板', hint: '从考核指标中选择并分配权重，合计 100%' }}
      />
      {edited && <TemplateDrawer {...(edited !== 'new' && { template: edited })} onClose={() => setEdited(null)} />}
      {shown && <TemplateDetail template={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function TemplateDetail({ template, onClose }: { template: Template; onClose: () => void }) {
  const versions = useCall(c.templateVersions, { params: { templateId: template.templateId } })
  return (
    <Drawer open title={`考核模板：${template.name}`} size={720} onClose={onClose}>
      <ItemTable items={template.items} />
      <h3 className="kb-above-16">修改记录</h3>
      <WhenLoaded query={versions}>
        {(rows) => (
          <DataTable
            label="修改记录"
            rows={rows}
            rowKey={(row) => String(row.version)}
            columns={[
              { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
              { key: 'note', title: '说明', value: (row) => row.note },
              { key: 'by', title: '修改人', width: 100, value: (row) => row.byName },
              { key: 'at', title: '生效时间', kind: 'time', width: 140, value: (row) => row.at },
            ]}
            detail={{ label: '内容', of: (row) => <ItemTable items={row.content} /> }}
          />
        )}
      </WhenLoaded>
    </Drawer>
  )
}
