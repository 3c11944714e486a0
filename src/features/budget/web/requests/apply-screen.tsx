import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { requestPage } from '../../contract/request.ts'
import { requestColumns, REQUEST_TABS } from './columns.tsx'
import { RequestDrawer } from './request-drawer.tsx'
import { RequestForm } from './request-form.tsx'

/** What the own department asks for; one of them stands in the address (`request`). */
export function Screen() {
  const { rights } = useSession()
  const [search, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<{ requestId: string | null } | null>(null)
  const shown = search.get('request')
  const show = (requestId: string | null) =>
    setSearch(
      (now) => {
        if (requestId) now.set('request', requestId)
        else now.delete('request')
        return now
      },
      { replace: true },
    )
  return (
    <>
      <ListScreen
        title="需求申报"
        endpoint={requestPage}
        fixed={{ query: { scope: 'own' } }}
        rowKey={(row) => row.requestId}
        exportAs="需求申报"
        tabs={REQUEST_TABS}
        filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
        columns={requestColumns(show)}
        rowActions={(row) => [
          row.actions.some(({ action }) => action === 'edit') && {
            label: '编辑',
            onClick: () => setEditing({ requestId: row.requestId }),
          },
          { label: '查看', onClick: () => show(row.requestId) },
        ]}
        {...(rights.has('purchaseDemand') && {
          primary: { label: '新建申报', onClick: () => setEditing({ requestId: null }) },
        })}
        empty={{ title: '还没有需求申报', hint: '填写要采购什么、为什么、何时要，提交给采购部门受理' }}
      />
      {shown && (
        <RequestDrawer
          requestId={shown}
          onClose={() => show(null)}
          onEdit={(requestId) => {
            show(null)
            setEditing({ requestId })
          }}
        />
      )}
      {editing && <RequestForm requestId={editing.requestId} onClose={() => setEditing(null)} />}
    </>
  )
}
