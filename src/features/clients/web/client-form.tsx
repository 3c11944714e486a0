import { useNavigate, useSearchParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { clientDetail, registerClient, updateClient } from '../contract.ts'

type Values = InputOf<typeof registerClient>['body'] & Record<string, unknown>
const LIST = '/agency/owner-register/list'

/** Registers a purchaser without an account, or changes who is asked there. */
export function Screen() {
  const [search] = useSearchParams()
  const clientId = search.get('client')
  return clientId ? <Existing clientId={clientId} /> : <ClientForm />
}

function Existing({ clientId }: { clientId: string }) {
  const query = useCall(clientDetail, { params: { clientId } })
  return <WhenLoaded query={query}>{(client) => <ClientForm client={client} />}</WhenLoaded>
}

function ClientForm({ client }: { client?: OutputOf<typeof clientDetail> }) {
  const navigate = useNavigate()
  const register = useAction(registerClient, { success: '采购人已登记' })
  const update = useAction(updateClient, { success: '已保存' })
  const isKnown = client !== undefined
  return (
    <FormScreen<Values>
      title={client ? '委托采购人' : '登记采购人'}
      back={{ label: '委托采购人', to: LIST }}
      facts={client ? [client.creditCode, client.isClaimed && '已认证接管'] : []}
      draft={`clients.${client?.clientId ?? 'new'}`}
      {...(!isKnown && { schema: registerClient.body })}
      initial={client ? { ...client } : {}}
      sections={[
        {
          title: '单位',
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: '单位名称',
              required: true,
              wide: true,
              disabled: isKnown,
              maxLength: 100,
            },
            {
              kind: 'text',
              name: 'creditCode',
              label: '统一社会信用代码',
              required: true,
              disabled: isKnown,
              maxLength: 18,
              help: isKnown ? '' : '登记后不能修改；以该代码认证的单位接管其项目和采购单',
            },
            { kind: 'text', name: 'contact', label: '联系人', maxLength: 60 },
            { kind: 'area', name: 'remark', label: '备注', maxLength: 500, rows: 3 },
          ],
        },
      ]}
      submit={{
        label: client ? '保存' : '登记',
        async run({ name, creditCode, contact = '', remark = '' }) {
          if (client) return update.run({ params: { clientId: client.clientId }, body: { contact, remark } })
          return register.run({ body: { name, creditCode, contact, remark } })
        },
      }}
      onDone={() => void navigate(LIST)}
    />
  )
}
