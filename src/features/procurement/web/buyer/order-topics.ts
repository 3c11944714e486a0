/** What the buyer's side of an order hears: what all its participants hear, and what is for its owner alone. */
export function orderTopics(orderId: string): string[] {
  return [`order:${orderId}`, `order-owner:${orderId}`]
}
