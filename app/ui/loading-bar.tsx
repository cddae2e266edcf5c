import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Quick navigations show no bar at all. */
const throttle = 200;

/** The bar at the top while a page is on its way; it is drawn and moved in styles.css. */
export function LoadingBar({ label }: { label: string }) {
  const loading = useNavigation().state !== "idle";
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = loading ? setTimeout(() => setVisible(true), throttle) : undefined;
    return () => {
      clearTimeout(timer);
      setVisible(false);
    };
  }, [loading]);

  return (
    <div role="status">
      {visible && (
        <div className="loading-bar">
          <span className="sr-only">{label}</span>
        </div>
      )}
    </div>
  );
}
