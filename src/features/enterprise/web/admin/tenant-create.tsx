import { useAction } from '#web/use-call.ts'
import { createTenant } from '../../contract/admin.ts'
import { SERVICES } from '../../rules/services.ts'
import { TenantForm } from './tenant-form.tsx'

const ALL = SERVICES.filter((service) => service.kind === 'service' && service.included).map(({ code }) => code)

/** Opens a tenant. */
export function Screen() {
  const create = useAction(createTenant, { success: '平台已开设' })
  return (
    <TenantForm
      title="开设平台"
      facts={['保存后即可从门户地址进入；企业在该平台自行注册和认证']}
      isDefault={false}
      isNew
      initial={{
        themeColor: '#0958d9',
        funcList: ALL.filter((code) => code !== 'documentCentre'),
        agencyFuncList: ALL.filter((code) => code !== 'documentCentre'),
      }}
      save={(body) => create.run({ body })}
    />
  )
}
