import type { InputOf } from '#contract/endpoint.ts'
import { demandDetail } from '#features/demands/contract/demand.ts'
import { concludeDemand, demandMatrix } from '#features/demands/contract/survey.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

type Conclusion = InputOf<typeof concludeDemand>['body']

/** Concludes a demand by the prices of its answers, or revises its conclusion; `change` makes further parameters of them. */
export async function conclude(
  buyer: HttpClient,
  demandId: string,
  {
    change = (parameters) => parameters,
    ...words
  }: Pick<Conclusion, 'marketSize' | 'summary' | 'changeReason'> & {
    change?: (parameters: Conclusion['parameters']) => Conclusion['parameters']
  },
): Promise<void> {
  const params = { demandId }
  const { price } = await buyer.call(demandMatrix, { params })
  const { parameters } = await buyer.call(demandDetail, { params })
  await buyer.call(concludeDemand, {
    params,
    body: { ...words, priceLow: price?.low ?? null, priceHigh: price?.high ?? null, parameters: change(parameters) },
  })
}
