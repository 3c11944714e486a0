import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import type { ScreenModule } from '#web/screen.ts'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../contract/order.ts'

/** A page of an order, shown once the order is known: only then do its words and addresses belong to its method. */
export function ofOrder(module: ScreenModule): ScreenModule {
  const Page = ('Screen' in module ? module.Screen : module.default) as ComponentType<object>
  return { Screen: (props: object) => <Known page={Page} props={props} /> }
}

function Known({ page: Page, props }: { page: ComponentType<object>; props: object }) {
  const { orderId, copyId } = useParams()
  const known = orderId ?? copyId ?? ''
  const query = useCall(orderDetail, { params: { orderId: known } }, { enabled: known !== '' })
  if (known === '') return <Page {...props} />
  return <WhenLoaded query={query}>{() => <Page {...props} />}</WhenLoaded>
}
