import { Button, Select } from 'antd'
import { useState } from 'react'
import * as z from 'zod'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { companies, greyReleases, saveGreyRelease } from '../../contract/admin.ts'
import { COMPANY_WORKBENCHES, type CompanyWorkbench, WORKBENCH_LABELS } from '../../rules/company-types.ts'
import { MainCell } from '#web/kit/values.tsx'
import { workbenchNames } from '../words.ts'

type Release = OutputOf<typeof greyReleases>[number]
interface Values {
  code: string
  name: string
  workbenches: CompanyWorkbench[]
  companyIds: string[]
}

const NEW: Release = { code: '', name: '', workbenches: [], companies: [] }

/** Grey features: registered here, released company by company. */
export function Screen() {
  const query = useCall(greyReleases, {}, { fresh: 0 })
  const [editing, setEditing] = useState<Release | null>(null)
  return (
    <WhenLoaded query={query}>
      {(rows) => (
        <>
          <PageHead
            title="灰度发布"
            facts={[`${rows.length} 项功能`, '只有列出的企业可以看到相应菜单，调整后立即生效']}
            actions={
              <Button type="primary" onClick={() => setEditing(NEW)}>
                登记灰度功能
              </Button>
            }
          />
          {rows.length === 0 ? (
            <EmptyState title="没有灰度功能" hint="登记功能代码后，可以先向部分企业开放" />
          ) : (
            <DataTable
              label="灰度功能"
              rows={rows}
              rowKey={(r) => r.code}
              columns={[
                { key: 'name', title: '功能', width: 220, render: (r) => <MainCell title={r.name} code={r.code} /> },
                { key: 'workbenches', title: '工作台', width: 200, value: (r) => workbenchNames(r.workbenches) },
                {
                  key: 'companies',
                  title: '已发布的企业',
                  value: (r) => r.companies.map((one) => one.companyName).join('、') || '尚未发布',
                },
              ]}
              renderEnd={(r) => (
                <Button type="link" size="small" onClick={() => setEditing(r)}>
                  调整
                </Button>
              )}
            />
          )}
          {editing && <Editor release={editing} onClose={() => setEditing(null)} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Editor({ release, onClose }: { release: Release; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const found = useCall(companies, { query: { keyword, pageSize: 20 } }, { keep: true })
  const known = [
    ...release.companies,
    ...(found.data?.rows ?? []).filter((row) => !release.companies.some((one) => one.companyId === row.companyId)),
  ]
  return (
    <ActionDialog
      title={release.code ? `调整${release.name}` : '登记灰度功能'}
      okText="保存"
      endpoint={saveGreyRelease}
      success="灰度发布已更新"
      schema={z.object({ ...saveGreyRelease.params.shape, ...saveGreyRelease.body.shape })}
      initial={{ ...release, companyIds: release.companies.map((one) => one.companyId) }}
      fields={[
        {
          kind: 'text',
          name: 'code',
          label: '功能代码',
          required: true,
          help: '与菜单的灰度代码一致',
          maxLength: 40,
          disabled: release.code !== '',
        },
        { kind: 'text', name: 'name', label: '功能名称', required: true, maxLength: 40 },
        {
          kind: 'checks',
          name: 'workbenches',
          label: '工作台',
          required: true,
          options: COMPANY_WORKBENCHES.map((value) => ({ value, label: WORKBENCH_LABELS[value] })),
        },
        {
          kind: 'custom',
          name: 'companyIds',
          label: '企业',
          control: (
            <Select
              mode="multiple"
              showSearch={{ filterOption: false, onSearch: setKeyword }}
              placeholder="输入名称查找"
              options={known.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))}
            />
          ),
        },
      ]}
      input={({ code, ...body }: Values) => ({ params: { code }, body })}
      onClose={onClose}
    />
  )
}
